//! Words that tell how a step hangs on others.

use std::{collections::BTreeMap, sync::LazyLock};

/// What a verb does in a recipe; the first line of each is English, the second Chinese.
///
/// Verbs of manuals stand in [`TAKE_OFF`] and [`PUT_BACK`]: here, "insert" (a toothpick) and "pull" cost .015 of AUC.
const CLASSES: [[&str; 2]; 13] = [
    [
        "mix stir combine blend whisk beat fold toss incorporate cream knead process puree mash pulse",
        "搅拌 拌 混合 拌匀 搅匀 打发 揉 搅打 翻拌",
    ],
    [
        "add pour sprinkle spread put place transfer spoon drop scoop layer top drizzle arrange ladle cover coat dip dredge brush line \
         return distribute divide stuff fill",
        "加入 放入 倒入 加 放 倒 撒 淋 铺 盖 涂 装 刷 下入 放进",
    ],
    [
        "bake cook roast fry saute sauté simmer boil heat toast grill brown microwave steam melt broil bring warm scramble sear",
        "煮 炒 炸 烤 蒸 煎 炖 焖 加热 烧 烧开 煮沸 焯水 翻炒 爆香 熬",
    ],
    ["preheat turn set prepare plug", "预热 准备 打开 开火"],
    [
        "cut chop slice dice mince peel grate shred crush grind core trim halve break crack tear zest",
        "切 切成 切碎 切片 切丁 剁 削 去皮 拍碎 打散 撕",
    ],
    [
        "cool rest sit stand chill refrigerate rise freeze let leave proof double",
        "静置 冷却 放凉 冷藏 发酵 冷冻 醒 晾凉 腌",
    ],
    [
        "remove drain take discard strain rinse wash squeeze pat dry skim",
        "捞出 取出 洗 洗净 沥干 倒掉 盛出 挤干 清洗 过滤 冲洗 拆下 拔下",
    ],
    ["serve enjoy garnish eat store keep", "装盘 出锅 上桌 享用 食用 点缀 保存"],
    ["grease spray oil butter flour", "抹油"],
    ["roll shape form stretch press punch flatten pat", "擀 搓 捏 压 包 卷 整形"],
    ["check test see taste season adjust", "尝 检查 调味 观察"],
    ["soak dissolve marinate sift", "浸泡 泡 泡发 溶解 腌制 过筛"],
    ["reduce thicken", "收汁 勾芡"],
];

/// Participles that do not end in -ed.
pub(super) const PARTICIPLES: [&str; 12] =
    ["beaten", "broken", "cut", "frozen", "ground", "kept", "left", "made", "put", "set", "shaken", "taken"];

/// Words before a verb that tells a state instead of an order.
pub(super) const STATES: [&str; 11] =
    ["are", "be", "been", "has", "have", "is", "once", "or", "till", "until", "when"];

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

/// Whether a word is in a list.
pub(super) fn holds(list: &[&str], word: &str) -> bool {
    list.contains(&word)
}

/// Done at any time before they are needed.
pub(super) const FREE: [&str; 6] = ["preheat", "grease", "line", "spray", "butter", "预热"];
/// Done when all else is.
pub(super) const LAST: [&str; 10] =
    ["serve", "enjoy", "garnish", "store", "eat", "装盘", "出锅", "上桌", "享用", "食用"];
/// What things are put into.
pub(super) const VESSELS: [&str; 26] = [
    "bowl",
    "pan",
    "skillet",
    "pot",
    "saucepan",
    "dish",
    "sheet",
    "oven",
    "iron",
    "cooker",
    "processor",
    "blender",
    "plate",
    "tray",
    "tin",
    "mixer",
    "wok",
    "碗",
    "锅",
    "盘",
    "盘子",
    "盆",
    "烤箱",
    "电饭煲",
    "平底锅",
    "炒锅",
];
/// What an earlier step made.
pub(super) const PRODUCTS: [&str; 22] = [
    "mixture",
    "batter",
    "dough",
    "sauce",
    "ingredient",
    "soup",
    "bread",
    "mash",
    "puree",
    "paste",
    "loaf",
    "cookie",
    "everything",
    "rest",
    "remain",
    "assembly",
    "solution",
    "混合物",
    "面团",
    "面糊",
    "酱汁",
    "汤",
];
/// Words of time.
pub(super) const TIMES: [&str; 20] = [
    "then",
    "until",
    "after",
    "once",
    "when",
    "next",
    "meanwhile",
    "finally",
    "before",
    "while",
    "然后",
    "再",
    "直到",
    "直至",
    "之后",
    "后",
    "之前",
    "最后",
    "接着",
    "待",
];
/// At the head of a step: it goes on from the one before.
pub(super) const SEQUELS: [&str; 13] =
    ["then", "next", "finally", "once", "when", "after", "然后", "再", "接着", "最后", "待", "随后", "之后"];
/// Open a clause that names what must be over first.
pub(super) const WAITS: [&str; 6] = ["once", "after", "when", "待", "等", "当"];
/// Close such a clause in Chinese: "炒熟后".
pub(super) const DONE: [&str; 4] = ["后", "之后", "以后", "过后"];
/// Stand for something named before.
pub(super) const PRONOUNS: [&str; 9] = ["it", "them", "they", "this", "these", "它", "它们", "其", "此"];
/// Before a noun: it is known already.
pub(super) const DEFINITE: [&str; 7] = ["the", "this", "these", "your", "该", "这", "这些"];
/// Before a vessel: it is a new one.
pub(super) const FRESH: [&str; 11] =
    ["a", "an", "another", "separate", "large", "medium", "small", "另", "另一", "新", "一个"];
/// Something goes on apart from the rest.
pub(super) const APART: [&str; 7] = ["another", "separate", "meanwhile", "separately", "另", "同时", "另起"];
/// Take a part off.
pub(super) const TAKE_OFF: [&str; 18] = [
    "remove",
    "unscrew",
    "disconnect",
    "detach",
    "lift",
    "pull",
    "pry",
    "unplug",
    "open",
    "loosen",
    "take",
    "unclip",
    "desolder",
    "peel",
    "拆下",
    "拔下",
    "取下",
    "打开",
];
/// Put a part back.
pub(super) const PUT_BACK: [&str; 14] = [
    "reinstall",
    "replace",
    "insert",
    "install",
    "reattach",
    "reconnect",
    "attach",
    "connect",
    "close",
    "reassemble",
    "screw",
    "装回",
    "安装",
    "插入",
];
/// Too common to be a thing.
pub(super) const NO_THING: [&str; 16] = [
    "minute",
    "hour",
    "second",
    "degree",
    "side",
    "time",
    "step",
    "end",
    "way",
    "piece",
    "inch",
    "cup",
    "teaspoon",
    "tablespoon",
    "分钟",
    "小时",
];
