//! Which documents belong together, told from pairs.

/// The groups that pairs of places link, each sorted; the largest first, ties by the first member.
pub fn clusters(documents: usize, pairs: impl IntoIterator<Item = (u32, u32)>) -> Vec<Vec<u32>> {
    let mut heads: Vec<u32> = (0..documents as u32).collect();
    for (left, right) in pairs {
        let (left, right) = (head(&mut heads, left), head(&mut heads, right));
        // The smaller place leads, whatever the order of the pairs.
        heads[left.max(right) as usize] = left.min(right);
    }
    let mut members: Vec<Vec<u32>> = vec![Vec::new(); documents];
    for place in 0..documents as u32 {
        members[head(&mut heads, place) as usize].push(place);
    }
    members.retain(|group| group.len() > 1);
    members.sort_by(|a, b| b.len().cmp(&a.len()).then(a[0].cmp(&b[0])));
    members
}

fn head(heads: &mut [u32], mut place: u32) -> u32 {
    while heads[place as usize] != place {
        heads[place as usize] = heads[heads[place as usize] as usize];
        place = heads[place as usize];
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_make_groups_in_any_order() {
        let groups = clusters(8, [(5, 6), (1, 2), (6, 2)]);
        assert_eq!(groups, [vec![1, 2, 5, 6]]);
        assert_eq!(clusters(8, [(6, 2), (5, 6), (1, 2)]), groups);
        assert_eq!(clusters(5, [(3, 4), (0, 1)]), [vec![0, 1], vec![3, 4]]);
        assert!(clusters(3, []).is_empty());
    }
}
