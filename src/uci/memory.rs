//! How much memory there is.
//!
//! Linux promises more memory than it has and kills the process that uses it. So the engine asks
//! before it takes much; other systems refuse what they cannot give, and nothing is asked there.

use std::fs;
use std::path::Path;

const KIB_PER_MIB: u64 = 1 << 10;
const BYTES_PER_MIB: u64 = 1 << 20;

/// Where the limit of the process's own group stands, and where what it uses: in a container, and
/// under either version of control groups.
const GROUPS: [(&str, &str, &str); 2] = [
    (
        "/sys/fs/cgroup/memory.max",
        "/sys/fs/cgroup/memory.stat",
        "anon",
    ),
    (
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/fs/cgroup/memory/memory.stat",
        "rss",
    ),
];

/// Memory that can be taken without harm, in MiB, where the system tells.
pub(super) fn available_mib() -> Option<u64> {
    available_according_to(&|path| fs::read_to_string(Path::new(path)).ok())
}

fn available_according_to(read: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    let machine = read("/proc/meminfo")
        .and_then(|text| field(&text, "MemAvailable:"))
        .map(|kib| kib / KIB_PER_MIB);
    let groups = GROUPS.iter().filter_map(|(limit, stat, name)| {
        let limit: u64 = read(limit)?.trim().parse().ok()?;
        let used = read(stat).and_then(|text| field(&text, name)).unwrap_or(0);
        Some(limit.saturating_sub(used) / BYTES_PER_MIB)
    });
    machine.into_iter().chain(groups).min()
}

/// The number behind a name in a list with a name a line.
fn field(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| {
        let mut words = line.split_ascii_whitespace();
        (words.next() == Some(name)).then(|| words.next()?.parse().ok())?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: &str = "MemTotal: 9000000 kB\nMemFree: 1 kB\nMemAvailable: 8388608 kB\n";

    #[test]
    fn nothing_is_known_where_nothing_is_told() {
        assert_eq!(available_according_to(&|_| None), None);
        assert_eq!(available_according_to(&|_| Some("?\n".to_owned())), None);
    }

    #[test]
    fn the_scarcest_counts() {
        let machine = |path: &str| (path == "/proc/meminfo").then(|| MEMINFO.to_owned());
        assert_eq!(available_according_to(&machine), Some(8192));
        let container = |path: &str| match path {
            "/sys/fs/cgroup/memory.max" => Some(format!("{}\n", 512 * BYTES_PER_MIB)),
            "/sys/fs/cgroup/memory.stat" => Some(format!("anon {}\nfile 1\n", 112 * BYTES_PER_MIB)),
            _ => machine(path),
        };
        assert_eq!(available_according_to(&container), Some(400));
        let unlimited = |path: &str| match path {
            "/sys/fs/cgroup/memory.max" => Some("max\n".to_owned()),
            _ => machine(path),
        };
        assert_eq!(available_according_to(&unlimited), Some(8192));
    }
}
