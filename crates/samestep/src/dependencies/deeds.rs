//! What is done to a thing that something later undoes, and what keeps people safe, in several languages.

use std::{collections::HashMap, sync::LazyLock};

/// What a verb does to its thing, as one half of two that belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Half {
    /// Takes off, takes out, opens, loosens, drains.
    TakesOff,
    /// Puts back, puts in, closes, tightens, fills.
    PutsOn,
    /// Switches off, stops.
    SwitchesOff,
    /// Switches on, starts.
    SwitchesOn,
}

/// Verbs by themselves: English as dictionary forms, other languages in the forms that instructions have.
const VERBS: [(Half, &str); 4] = [
    (
        Half::TakesOff,
        "remove unscrew disconnect detach lift pull pry unplug open loosen take unclip desolder peel unbolt unhook unfasten undo unlock \
         extract withdraw release drain uncover unwrap unmount eject deflate disengage unscrew dismount \
         拆下 拆除 拆卸 拆掉 拆开 拔下 拔掉 拔出 取下 取出 卸下 拧下 拧开 拧松 松开 打开 断开 揭开 掀开 移除 排空 放掉 抽出 \
         entfernen entferne entfernt abnehmen herausnehmen abziehen herausziehen lösen löse abschrauben herausschrauben ausbauen demontieren \
         trennen trenne öffnen öffne ablassen abklemmen lockern aushängen \
         retirez retirer enlevez enlever dévissez dévisser débranchez débrancher déconnectez déconnecter ouvrez ouvrir démontez démonter \
         desserrez desserrer videz vider vidangez vidanger sortez sortir détachez détacher déposez déposer extrayez \
         retire retirar retira quite quitar quita saque sacar saca desenchufe desenchufar desenchufa desconecte desconectar desconecta \
         desmonte desmontar desmonta desatornille desatornillar desatornilla afloje aflojar afloja abra abrir abre extraiga extraer vacíe \
         vaciar vacía suelte soltar",
    ),
    (
        Half::PutsOn,
        "reinstall replace insert install reattach reconnect attach connect close reassemble screw refit refasten remount reseat mount fit \
         fasten tighten secure lock refill bolt seat inflate shut \
         装回 装上 装入 安装 插入 插上 插回 接上 接好 连接 拧紧 拧上 盖上 盖好 关上 合上 固定 放回 接回 挂上 套上 加满 \
         einsetzen anbringen aufsetzen anschließen anschrauben festschrauben einbauen montieren montiere befestigen befestige \
         festziehen anziehen schließen schließe verschließen einstecken auffüllen einfüllen einhängen anklemmen \
         remettez remettre replacez replacer remontez remonter installez installer insérez insérer vissez visser revissez revisser \
         rebranchez rebrancher branchez brancher reconnectez reconnecter connectez connecter fermez fermer refermez refermer serrez \
         serrer resserrez resserrer fixez fixer posez poser montez monter remplissez remplir \
         coloque colocar coloca instale instalar instala inserte insertar inserta monte montar monta atornille atornillar atornilla \
         apriete apretar aprieta conecte conectar conecta enchufe enchufar enchufa cierre cerrar cierra fije fijar fija reponga reponer \
         llene llenar llena",
    ),
    (
        Half::SwitchesOff,
        "stop disable isolate deactivate \
         关闭 关掉 关机 停止 停机 切断 关停 熄灭 \
         ausschalten abschalten abstellen stoppen \
         éteignez éteindre arrêtez arrêter coupez couper \
         apague apagar apaga detenga detener parar corte cortar",
    ),
    (
        Half::SwitchesOn,
        "start restart enable activate reboot \
         启动 开启 开机 接通 重启 启用 通电 \
         einschalten starten anschalten \
         allumez allumer rallumez démarrez démarrer redémarrez \
         encienda encender enciende arranque arrancar reinicie",
    ),
];

/// Verbs that only a particle makes one of these: the verbs in their forms, the particles, what both do.
const PARTICLED: [(&str, &str, Half); 16] = [
    ("turn switch power shut flip", "off down", Half::SwitchesOff),
    ("turn switch power flip", "on up", Half::SwitchesOn),
    ("plug", "in", Half::PutsOn),
    ("put slide push snap clip slip drop", "back in on", Half::PutsOn),
    ("slide pop lift swing", "off out open", Half::TakesOff),
    ("close", "off", Half::PutsOn),
    ("schalten schalte", "aus ab", Half::SwitchesOff),
    ("schalten schalte", "ein an", Half::SwitchesOn),
    ("stellen stelle", "ab", Half::SwitchesOff),
    (
        "nehmen nehme nimm ziehen ziehe schrauben schraube bauen baue klemmen hängen",
        "ab heraus aus los",
        Half::TakesOff,
    ),
    ("drehen drehe", "auf", Half::TakesOff),
    ("drehen drehe", "zu fest", Half::PutsOn),
    ("setzen setze bauen baue stecken stecke füllen fülle hängen", "ein auf an", Half::PutsOn),
    ("schrauben schraube ziehen ziehe", "fest an auf", Half::PutsOn),
    ("bringen bringe schließen schließe klemmen", "an", Half::PutsOn),
    ("lassen lasse", "ab", Half::TakesOff),
];

static HALVES: LazyLock<HashMap<&str, Half, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let mut found = HashMap::default();
    for (half, words) in VERBS {
        for word in words.split_whitespace() {
            found.entry(word).or_insert(half);
        }
    }
    found
});

static PARTICLES: LazyLock<HashMap<&str, Vec<usize>, foldhash::fast::FixedState>> = LazyLock::new(|| {
    let mut found: HashMap<&str, Vec<usize>, _> = HashMap::default();
    for (at, (verbs, ..)) in PARTICLED.iter().enumerate() {
        verbs.split_whitespace().for_each(|verb| found.entry(verb).or_default().push(at));
    }
    found
});

/// Whether a word, in its form or its dictionary form, may be such a verb.
pub(super) fn may_be_verb(word: &str) -> bool {
    HALVES.contains_key(word) || PARTICLES.contains_key(word)
}

/// What a verb does, with the words that follow it in its clause.
pub(super) fn half<'w>(verb: &str, mut after: impl Iterator<Item = &'w str>) -> Option<Half> {
    let particled = PARTICLES.get(verb).and_then(|places| {
        after.find_map(|word| {
            let found =
                places.iter().find(|&&at| PARTICLED[at].1.split(' ').any(|particle| particle == word));
            found.map(|&at| PARTICLED[at].2)
        })
    });
    particled.or_else(|| HALVES.get(verb).copied())
}

/// A Chinese word that is a verb and its thing, as the dictionary joins some: "打开电源".
pub(super) fn joined(word: &str) -> Option<(Half, &str)> {
    let (end, _) = word.char_indices().nth(2)?;
    let (verb, thing) = word.split_at(end);
    HALVES.get(verb).map(|&half| (half, thing))
}
