//! MyFixit: iFixit repair manuals, one JSON object a line.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde_json::{Value, json};

use crate::{Error, Result};

use super::{Fields, ImportOptions, Imported, Intake, Read, all, objects, within};
use crate::text::{Body, Record};

/// The guides of a MyFixit file, compressed or not.
///
/// `id` is the guide's number, `steps` the raw texts of its steps in their order (blank ones dropped). Further fields:
/// `subject` (the part worked on; null where none is known), `category` (the device; null where none is given),
/// `ancestors`, `tools`, `source` (the file's stem), and `order_quality` where the file has it. Files without a
/// `Subject` get it from `GuideOf` less the device's name.
pub fn myfixit(path: impl AsRef<Path>) -> Result<Vec<Record>> {
    all(myfixit_with(path, ImportOptions::default())?)
}

/// As [`myfixit`], within limits of one's own, and past bad records where these are kept.
pub fn myfixit_with(path: impl AsRef<Path>, options: ImportOptions) -> Result<Imported<Record>> {
    let path = path.as_ref();
    let objects = objects(path, options)?;
    let devices = Devices::of(&objects);
    let source = crate::text::read::file_stem(path);
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut intake = Intake::new(options);
    for object in objects {
        intake.take(object.and_then(|(line, value)| {
            let record = guide(Fields::new(path, line, value)?, &devices, &source)?;
            if let Some(first) = lines.get(&record.id) {
                let message = format!("the guide {} was given before, in line {first}", record.id);
                return Err(Error::record(path, line, message));
            }
            lines.insert(record.id.clone(), line);
            within(record, path, line, &options.limits)
        }))?;
    }
    Ok(intake.taken)
}

fn guide(mut fields: Fields<'_>, devices: &Devices, source: &str) -> Result<Record> {
    let id = fields.required_text("Guidid")?;
    let title = fields.text("Title")?;
    let category = fields.text("Category")?;
    let subject = match fields.text("Subject")? {
        Some(subject) => Some(subject),
        None => {
            let part_of = fields.texts("GuideOf")?;
            part_of.first().and_then(|name| devices.subject(name, category.as_deref()))
        }
    };
    let steps = steps(&mut fields)?;
    let mut record = Record::new(id, Body::Steps(steps));
    record.title = title;
    record.extra.insert("subject".into(), json!(subject));
    record.extra.insert("category".into(), json!(category));
    record.extra.insert("ancestors".into(), json!(fields.texts("Ancestors")?));
    record.extra.insert("tools".into(), json!(tools(&mut fields)?));
    record.extra.insert("source".into(), json!(source));
    if let Some(quality) = fields.text("OrderQuality")? {
        record.extra.insert("order_quality".into(), json!(quality));
    }
    Ok(record)
}

fn steps(fields: &mut Fields<'_>) -> Result<Vec<String>> {
    let mut steps = Vec::new();
    for value in fields.list("Steps")? {
        let mut step = Fields::new(fields.path, fields.line, value)?;
        let order = step.map.get("Order").and_then(Value::as_i64);
        let order = order.ok_or_else(|| fields.error("a step's `Order` is missing or no number"))?;
        if let Some(text) = step.text("Text_raw")? {
            steps.push((order, unlinked(&text)));
        }
    }
    // Steps of the same order stay as the file has them.
    steps.sort_by_key(|&(order, _)| order);
    Ok(steps.into_iter().map(|(_, text)| text).collect())
}

/// Text with wiki links as readers see them: `[[Glossary#Seam|seam]]` is "seam".
fn unlinked(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[[") {
        let Some((link, behind)) = after.split_once("]]") else { break };
        shown.push_str(before);
        shown.push_str(link.rsplit('|').next().unwrap_or(link));
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

/// The names in the toolbox, each once.
fn tools(fields: &mut Fields<'_>) -> Result<Vec<String>> {
    let mut tools = Vec::new();
    let mut seen = BTreeSet::new();
    for value in fields.list("Toolbox")? {
        let name = Fields::new(fields.path, fields.line, value)?.text("Name")?;
        tools.extend(name.filter(|name| seen.insert(name.clone())));
    }
    Ok(tools)
}

/// The names of all devices of a file, in words.
struct Devices {
    names: Vec<Vec<String>>,
}

/// The name of a family that stands for the device in some guides.
const FAMILY: [&str; 3] = ["game", "console", "accessory"];

impl Devices {
    fn of(objects: &[Read]) -> Self {
        let names: BTreeSet<Vec<String>> = objects
            .iter()
            .flatten()
            .filter_map(|(_, value)| value.get("Category").and_then(Value::as_str))
            .map(words)
            .filter(|name| !name.is_empty())
            .collect();
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        Devices { names }
    }

    /// The part that a guide is about: its `GuideOf` less the device's name; `None` where nothing is left.
    ///
    /// The device is the guide's own category where the name starts with it or holds it, else the longest category
    /// of the file that the name starts with, else as many of its first words as end the category ("Wii U GamePad"
    /// of "Nintendo Wii U GamePad"), else everything up to the family ("Sony Game Console Accessory").
    fn subject(&self, guide_of: &str, category: Option<&str>) -> Option<String> {
        let spaced = guide_of.replace('_', " ");
        let given: Vec<&str> = spaced.split_whitespace().collect();
        let lower = words(&spaced);
        let own = category.map(words).unwrap_or_default();
        let cut = prefix(&lower, &own)
            .or_else(|| self.names.iter().find_map(|name| prefix(&lower, name)))
            .or_else(|| inside(&lower, &own))
            .or_else(|| (1..own.len()).find_map(|from| prefix(&lower, &own[from..])))
            .or_else(|| inside(&lower, &FAMILY.map(str::to_owned)))
            .unwrap_or(0);
        Some(given[cut..].join(" ")).filter(|subject| !subject.is_empty())
    }
}

fn words(name: &str) -> Vec<String> {
    name.split_whitespace().map(str::to_lowercase).collect()
}

/// How many words a name takes at the start of another.
fn prefix(of: &[String], name: &[String]) -> Option<usize> {
    (!name.is_empty() && of.starts_with(name)).then_some(name.len())
}

/// Up to where a name reaches inside another.
fn inside(of: &[String], name: &[String]) -> Option<usize> {
    if name.is_empty() {
        return None;
    }
    of.windows(name.len()).position(|window| window == name).map(|at| at + name.len())
}

#[cfg(test)]
mod tests {
    use super::super::shared_data;
    use super::*;

    #[test]
    fn links_are_shown_as_readers_see_them() {
        assert_eq!(
            unlinked("Sew the [[Glossary#Seam|seam]] as in [[Step 2]]."),
            "Sew the seam as in Step 2."
        );
        assert_eq!(unlinked("[[open, ]] and [[ends"), "open,  and [[ends");
        assert_eq!(unlinked("none"), "none");
    }

    #[test]
    fn the_subject_is_what_the_device_leaves() {
        let devices =
            Devices { names: vec![words("Nintendo DS Lite"), words("PSP Go"), words("PlayStation Vita")] };
        let subject = |guide: &str, category: Option<&str>| devices.subject(guide, category);
        assert_eq!(subject("PSP_Go_Back_Cover", Some("PSP Go")).as_deref(), Some("Back Cover"));
        assert_eq!(subject("Nintendo_DS_Lite_Buttons", None).as_deref(), Some("Buttons"));
        assert_eq!(
            subject("Wii_U_GamePad_Camera", Some("Nintendo Wii U GamePad")).as_deref(),
            Some("Camera")
        );
        assert_eq!(subject("Nintendo_Switch_Joy-Con_Lock", Some("Joy-Con")).as_deref(), Some("Lock"));
        assert_eq!(subject("Sony_Game_Console_Accessory_Cord", Some("Pad")).as_deref(), Some("Cord"));
        assert_eq!(subject("PlayStation_Vita", None), None);
    }

    #[test]
    fn all_guides_are_read() {
        let Some(folder) = shared_data("myfixit") else { return };
        let files = [
            ("appliance", 609, 5064, 67),
            ("computer-hardware", 515, 4830, 69),
            ("apparel", 250, 1961, 53),
            ("skills", 53, 444, 39),
            ("game-console-rebuilt", 705, 9386, 49),
        ];
        for (name, guides, steps, without) in files {
            let records = myfixit(folder.join(format!("{name}.jsonl.gz"))).expect(name);
            let count = |record: &Record| match &record.body {
                Body::Steps(steps) => steps.len(),
                Body::Text(_) => 0,
            };
            assert_eq!(records.len(), guides, "{name}");
            assert_eq!(records.iter().map(count).sum::<usize>(), steps, "{name}");
            let unknown = records.iter().filter(|record| record.extra["subject"].is_null()).count();
            assert_eq!(unknown, without, "guides of {name} without a subject");
        }
    }
}
