use super::*;
use crate::eval::ara::tests::shared_ara;

#[test]
fn moves_of_recipes_are_told_apart() {
    let Some(folder) = shared_ara() else { return };
    let mut kept = 0;
    let report = run(&folder, 0, |_, moves| {
        kept += moves.len();
        assert!(moves.iter().all(|moved| (moved.label == 1) != moved.breaks.is_empty()));
        Ok(())
    });
    let report = report.unwrap();
    let of = |method: &str| {
        report.rows.iter().find(|row| row.level == Level::Actions && row.method == method).unwrap()
    };
    let (own, peer) = (of("samestep"), of("shared nouns only"));
    assert!(own.auc.mean > 0.82 && own.auc.mean > peer.auc.mean + 0.05, "{own:?} {peer:?}");
    assert_eq!(of("always harmful").f1_harmless.mean, 0.0);
    assert_eq!(kept, report.rows[0].moves + report.rows.last().unwrap().moves);
}
