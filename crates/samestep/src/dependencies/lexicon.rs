//! Words that tell how a step hangs on others.

use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};

/// What a verb does in a recipe; the first line of each is English, the second Chinese, the third of other languages.
///
/// Verbs of manuals stand in `deeds`: here, "insert" (a toothpick) and "pull" cost .015 of AUC.
const CLASSES: [[&str; 3]; 13] = [
    [
        "mix stir combine blend whisk beat fold toss incorporate cream knead process puree mash pulse",
        "搅拌 拌 混合 拌匀 搅匀 打发 揉 搅打 翻拌",
        "mischen vermengen verrühren rühren unterheben kneten schlagen pürieren mélangez mélanger remuez fouettez \
         battez incorporez pétrissez mezcle mezclar remueva bata batir amase revuelva mezcla remueve",
    ],
    [
        "add pour sprinkle spread put place transfer spoon drop scoop layer top drizzle arrange ladle cover coat dip dredge brush line \
         return distribute divide stuff fill",
        "加入 放入 倒入 加 放 倒 撒 淋 铺 盖 涂 装 刷 下入 放进",
        "hinzufügen zugeben zufügen geben gießen streuen legen füllen hinzugeben ajoutez ajouter versez verser mettez \
         placez saupoudrez étalez añada añadir agregue agregar vierta verter ponga poner espolvoree añade agrega vierte \
         pon",
    ],
    [
        "bake cook roast fry saute sauté simmer boil heat toast grill brown microwave steam melt broil bring warm scramble sear",
        "煮 炒 炸 烤 蒸 煎 炖 焖 加热 烧 烧开 煮沸 焯水 翻炒 爆香 熬",
        "backen kochen braten dünsten köcheln erhitzen schmelzen grillen rösten cuire faites chauffez bouillir rôtir \
         frire mijoter fondez hornee cocine hierva fría caliente derrita cocer hornear freír hervir calentar",
    ],
    [
        "preheat turn set prepare plug",
        "预热 准备 打开 开火",
        "vorheizen vorbereiten préchauffez préchauffer préparez préparer precaliente precalentar preparar",
    ],
    [
        "cut chop slice dice mince peel grate shred crush grind core trim halve break crack tear zest",
        "切 切成 切碎 切片 切丁 剁 削 去皮 拍碎 打散 撕",
        "schneiden hacken würfeln schälen reiben coupez couper hachez épluchez râpez émincez corte cortar picar pelar \
         ralle trocee corta pela",
    ],
    [
        "cool rest sit stand chill refrigerate rise freeze let leave proof double",
        "静置 冷却 放凉 冷藏 发酵 冷冻 醒 晾凉 腌",
        "abkühlen ruhen kühlen stehen gehen refroidir reposer laissez enfriar reposar deje dejar enfríe deja",
    ],
    [
        "remove drain take discard strain rinse wash squeeze pat dry skim",
        "捞出 取出 洗 洗净 沥干 倒掉 盛出 挤干 清洗 过滤 冲洗 拆下 拔下",
        "abtropfen abgießen waschen spülen abseihen égouttez rincez lavez essorez escurra lavar enjuague escurrir lava",
    ],
    [
        "serve enjoy garnish eat store keep",
        "装盘 出锅 上桌 享用 食用 点缀 保存",
        "servieren genießen garnieren servez servir dégustez garnissez sirva disfrute decore sirve",
    ],
    ["grease spray oil butter flour", "抹油", "einfetten fetten beurrez huilez engrase engrasar unte"],
    [
        "roll shape form stretch press punch flatten pat",
        "擀 搓 捏 压 包 卷 整形",
        "ausrollen formen rollen drücken façonnez roulez estire extienda",
    ],
    [
        "check test see taste season adjust",
        "尝 检查 调味 观察",
        "prüfen testen kontrollieren abschmecken würzen überprüfen vérifiez contrôlez testez goûtez assaisonnez \
         compruebe verifique revise pruebe sazone comprobar verificar",
    ],
    [
        "soak dissolve marinate sift",
        "浸泡 泡 泡发 溶解 腌制 过筛",
        "einweichen auflösen marinieren sieben trempez dissolvez marinez tamisez remoje disuelva tamice",
    ],
    ["reduce thicken", "收汁 勾芡", "eindicken reduzieren réduire épaissir reducir espesar"],
];

/// The classes that tell a recipe: mix, heat, cut, serve, grease, soak, thicken.
pub(super) const COOKERY: [usize; 7] = [0, 2, 4, 7, 8, 11, 12];

/// How many classes of verbs there are.
pub(crate) const CLASS_COUNT: usize = CLASSES.len();

static CLASS_OF: LazyLock<BTreeMap<&str, usize>> = LazyLock::new(|| {
    let mut found = BTreeMap::new();
    for (class, lines) in CLASSES.iter().enumerate() {
        for word in lines.iter().flat_map(|line| line.split_whitespace()) {
            found.entry(word).or_insert(class);
        }
    }
    found
});

/// The class of a verb in its dictionary form.
pub(crate) fn class_of(verb: &str) -> Option<usize> {
    CLASS_OF.get(verb).copied()
}

/// What a word by itself may tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// Done at any time before they are needed.
    Free,
    /// Done when all else is.
    Last,
    /// What things are put into.
    Vessel,
    /// What an earlier step made.
    Product,
    /// Words of time.
    Time,
    /// At the head of a step: it goes on from the one before.
    Sequel,
    /// Open a clause that names what must be over first.
    Waits,
    /// Close such a clause in Chinese: "炒熟后".
    Done,
    /// Stand for something named before.
    Pronoun,
    /// Before a noun: it is known already.
    Definite,
    /// Before a vessel: it is a new one.
    Fresh,
    /// Something goes on apart from the rest.
    Apart,
    /// Before what something is done with.
    With,
    /// Open a clause that names what comes later.
    Before,
    /// Close such a clause in Chinese: "打开之前".
    BeforeEnd,
    /// In such a clause: all that comes after.
    Begin,
    /// Hands are laid on what may hurt.
    Work,
    /// Too common to be a thing.
    NoThing,
    /// Participles that do not end in -ed.
    Participle,
    /// Words before a verb that tells a state instead of an order.
    State,
    /// What gives power, heat or pressure: switched off, work is safe.
    Power,
    /// What is worn against harm.
    Gear,
    /// Put such gear on.
    Wear,
}

/// The words of each role: English as forms or dictionary forms, Chinese, and the forms of German, French and Spanish.
const ROLES: [(Role, &str); 23] = [
    (
        Role::Free,
        "preheat grease line spray butter 预热 vorheizen préchauffez préchauffer precaliente precalentar einfetten \
         beurrez engrase",
    ),
    (
        Role::Last,
        "serve enjoy garnish store eat 装盘 出锅 上桌 享用 食用 servieren serviere servez servir sirva genießen dégustez disfrute \
         端上 盛盘",
    ),
    (
        Role::Vessel,
        "bowl pan skillet pot saucepan dish sheet oven iron cooker processor blender plate tray tin mixer wok 碗 锅 盘 盘子 \
         盆 烤箱 电饭煲 平底锅 炒锅 schüssel pfanne topf backofen ofen blech backform saladier casserole poêle moule sartén olla \
         horno bandeja molde",
    ),
    (
        Role::Product,
        "mixture batter dough sauce ingredient soup bread mash puree paste loaf cookie everything rest remain assembly \
         solution 混合物 面团 面糊 酱汁 汤 mischung masse teig soße lösung mélange pâte préparation mezcla masa salsa solución 溶液 \
         混合液 液体",
    ),
    (
        Role::Time,
        "then until after once when next meanwhile finally before while 然后 再 直到 直至 之后 后 之前 最后 接着 待 dann danach \
         anschließend sobald nachdem bis bevor während zuletzt puis ensuite dès après avant jusqu enfin pendant quand \
         luego después cuando hasta antes mientras finalmente entonces 接下来 随后 时",
    ),
    (
        Role::Sequel,
        "then next finally once when after 然后 再 接着 最后 待 随后 之后 dann danach anschließend sobald nachdem zuletzt nun puis \
         ensuite dès enfin quand lorsque luego después cuando finalmente entonces 接下来",
    ),
    (Role::Waits, "once after when 待 等 当 sobald nachdem wenn dès après quand lorsque cuando tras después"),
    (Role::Done, "后 之后 以后 过后"),
    (Role::Pronoun, "it them they this these 它 它们 其 此 ihn ihm diese diesen celui"),
    (Role::Definite, "the this these your 该 这 这些 der die das den dem des le la les l el los las"),
    (
        Role::Fresh,
        "a an another separate large medium small 另 另一 新 一个 ein eine einen einem einer un une una uno andere anderen \
         autre otro otra",
    ),
    (
        Role::Apart,
        "another separate meanwhile separately 另 同时 另起 inzwischen währenddessen separat pendant mientras aparte 另外 与此同时",
    ),
    (Role::With, "with using by mit avec con 用 使用 利用"),
    (Role::Before, "before bevor vor avant antes prima voordat"),
    (Role::BeforeEnd, "前 之前 以前"),
    (Role::Begin, "begin start starting 开始 beginnen commencer commencez comenzar empezar proceed"),
    (
        Role::Work,
        "clean wipe cut drill solder touch reach brush vacuum rinse wash scrub spray lubricate grease oil sand adjust \
         descale pour mix handle grind weld apply dilute pipette transfer strip paint file saw repair swap flush 清洁 清洗 \
         擦拭 切割 倒入 更换 涂 喷 混合 reinigen wechseln schneiden bohren gießen mischen nettoyez nettoyer remplacez versez \
         mélangez limpie limpiar vierta mezcle aplique",
    ),
    (
        Role::NoThing,
        "minute hour second degree side time step end way piece inch cup teaspoon tablespoon 分钟 小时 minuten stunde \
         stunden sekunden grad seite heures heure degrés côté minutos horas hora grados lado 秒 次 步",
    ),
    (Role::Participle, "beaten broken cut frozen ground kept left made put set shaken taken"),
    (Role::State, "are be been has have is once or till until when"),
    (
        Role::Power,
        "power electricity mains battery breaker supply plug outlet socket cord adapter gas water engine ignition \
         machine device appliance computer laptop printer motor fuse phone server pump tool saw mower 电源 插头 电池 电闸 机器 设备 \
         发动机 水阀 煤气 strom netzstecker stecker sicherung maschine gerät batterie hauptschalter alimentation courant prise \
         appareil moteur disjoncteur alimentación corriente enchufe equipo batería máquina electricidad",
    ),
    (
        Role::Gear,
        "glove goggles goggle glasses mask respirator apron helmet harness ppe strap wristband coat earplug visor \
         shield eyewear coverall 手套 护目镜 口罩 面罩 安全帽 防护服 handschuhe schutzhandschuhe schutzbrille maske helm atemschutz \
         gants lunettes masque casque tablier guantes gafas mascarilla casco mandil delantal protección",
    ),
    (
        Role::Wear,
        "wear don put 戴上 佩戴 穿上 戴 穿戴 穿 anziehen tragen aufsetzen anlegen ziehen setzen portez porter enfilez mettez use \
         póngase",
    ),
];

static ROLES_OF: LazyLock<HashMap<&str, Roles, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Roles, _> = HashMap::default();
    for (role, words) in ROLES {
        words.split_whitespace().for_each(|word| found.entry(word).or_default().0 |= 1 << role as u32);
    }
    found
});

/// All that a word may tell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Roles(u32);

impl Roles {
    /// Of a lower-case word.
    pub(super) fn of(word: &str) -> Self {
        ROLES_OF.get(word).copied().unwrap_or_default()
    }

    /// Whether a role is among them.
    pub(super) fn has(self, role: Role) -> bool {
        self.0 & (1 << role as u32) != 0
    }
}

/// Whether a lower-case word may have a role.
pub(super) fn is(role: Role, word: &str) -> bool {
    Roles::of(word).has(role)
}
