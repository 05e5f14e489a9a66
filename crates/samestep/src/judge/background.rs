//! How much words tell in a text, by how common they are in the language and in texts of its kind.
//!
//! "Oven" is rare in the language and says much about a piece of news; in a recipe it says nothing about the dish.

use std::sync::LazyLock;

use super::domain::Domain;
use crate::vectors::PackedVectors;

/// The rank of words that are in no list: rarer than most that are.
const UNKNOWN_RANK: u32 = 150_000;

/// From the first nearness on a text may be about cooking; from the second on it is. Of 165 recipes, each left out of the list in turn, 95 in
/// 100 are above .4, of manuals 99 in 100 below -.4, news lower still.
const COOKING: [f64; 2] = [-0.4, 0.1];

/// In how many of 165 recipes each word stands that stands in two or more.
static COOKERY: LazyLock<Domain> = LazyLock::new(|| Domain::listed(include_str!("cookery.words")));

/// The kind of text that a document is.
pub(super) struct Background {
    /// How much it is a recipe, from 0 to 1.
    pub(super) cookery: f64,
}

impl Background {
    /// Tells it from a document's distinct words.
    pub(super) fn of(words: &[&str]) -> Self {
        let [from, to] = COOKING;
        Background { cookery: ((COOKERY.nearness_of(words) - from) / (to - from)).clamp(0.0, 1.0) }
    }

    /// How much a word tells.
    pub(super) fn rarity(&self, word: &str) -> f64 {
        let everywhere = rarity(word);
        if self.cookery == 0.0 {
            return everywhere;
        }
        let here = everywhere.min(COOKERY.rarity(word));
        self.cookery * here + (1.0 - self.cookery) * everywhere
    }
}

/// How rare a word is in the language at large.
fn rarity(word: &str) -> f64 {
    let vectors = PackedVectors::english();
    let rank = vectors.find(word).map_or(UNKNOWN_RANK, |number| vectors.rank(number));
    ((f64::from(rank) + 30.0) / 100.0).ln().max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_every_recipe_has_tells_little_in_a_recipe() {
        let recipe = Background::of(&["bowl", "butter", "flour", "oven", "pumpkin", "stir", "sugar"]);
        let manual = Background::of(&["battery", "bezel", "pry", "screw", "screwdriver", "spudger"]);
        assert_eq!((recipe.cookery, manual.cookery), (1.0, 0.0));
        assert!(recipe.rarity("oven") < manual.rarity("oven") / 2.0);
        assert!(recipe.rarity("oven") < recipe.rarity("pumpkin") / 2.0);
        assert_eq!(manual.rarity("oven"), rarity("oven"));
    }

    #[test]
    fn the_list_tells_documents_and_words() {
        let domain = Domain::listed("#documents 9\noven 9\npumpkin 1\nbroken\n");
        assert!(domain.rarity("oven").abs() < 1e-9);
        assert!((domain.rarity("pumpkin") - 5f64.ln()).abs() < 1e-9);
        assert!((domain.rarity("broken") - 10f64.ln()).abs() < 1e-9);
    }
}
