//! The addresses that the bot connects to on the word of a stranger: those of the public internet alone.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{Ipv4Net, Ipv6Net};

/// The networks that are not of the public internet, by RFC 6890 and the registries of IANA.
const RESERVED: [Ipv4Net; 15] = [
    v4([0, 0, 0, 0], 8),
    v4([10, 0, 0, 0], 8),
    v4([100, 64, 0, 0], 10),
    v4([127, 0, 0, 0], 8),
    v4([169, 254, 0, 0], 16),
    v4([172, 16, 0, 0], 12),
    v4([192, 0, 0, 0], 24),
    v4([192, 0, 2, 0], 24),
    v4([192, 88, 99, 0], 24),
    v4([192, 168, 0, 0], 16),
    v4([198, 18, 0, 0], 15),
    v4([198, 51, 100, 0], 24),
    v4([203, 0, 113, 0], 24),
    v4([224, 0, 0, 0], 4),
    v4([240, 0, 0, 0], 4),
];

/// The network of the public internet in IPv6. Private, local and multicast addresses are outside.
const GLOBAL: Ipv6Net = v6([0x2000, 0], 3);

/// The networks within it that are not public: protocols such as Teredo and 6to4, which carry other addresses, and documentation.
const RESERVED_GLOBAL: [Ipv6Net; 4] = [
    v6([0x2001, 0], 23),
    v6([0x2001, 0xdb8], 32),
    v6([0x2002, 0], 16),
    v6([0x3fff, 0], 20),
];

/// The well-known network of translation to IPv4 (NAT64).
const TRANSLATED: Ipv6Net = v6([0x64, 0xff9b], 96);

const fn v4([a, b, c, d]: [u8; 4], prefix: u8) -> Ipv4Net {
    Ipv4Net::new_assert(Ipv4Addr::new(a, b, c, d), prefix)
}

const fn v6([a, b]: [u16; 2], prefix: u8) -> Ipv6Net {
    Ipv6Net::new_assert(Ipv6Addr::new(a, b, 0, 0, 0, 0, 0, 0), prefix)
}

/// Tells whether an address is on the public internet. An address that stands for one of IPv4 counts as that one.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => !RESERVED.iter().any(|net| net.contains(&address)),
        IpAddr::V6(address) if TRANSLATED.contains(&address) => {
            let [.., a, b, c, d] = address.octets();
            is_public(Ipv4Addr::new(a, b, c, d).into())
        }
        IpAddr::V6(address) => {
            let is_reserved = RESERVED_GLOBAL.iter().any(|net| net.contains(&address));
            GLOBAL.contains(&address) && !is_reserved
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(address: &str) -> bool {
        is_public(address.parse().expect("an address"))
    }

    #[test]
    fn servers_of_the_internet_are_public() {
        for address in [
            "1.1.1.1",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.255.255",
            "172.32.0.0",
            "192.0.1.1",
            "198.20.0.0",
            "223.255.255.255",
            "2606:4700::1111",
            "2a01:4f8::1",
            "::ffff:1.1.1.1",
            "64:ff9b::1.1.1.1",
        ] {
            assert!(check(address), "{address}");
        }
    }

    #[test]
    fn no_address_within_the_network_of_the_operator_is_public() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.192",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::127.0.0.1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::ffff:169.254.169.254",
            "64:ff9b::127.0.0.1",
            "64:ff9b::10.0.0.1",
            "64:ff9b:1::1.1.1.1",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "3fff::1",
        ] {
            assert!(!check(address), "{address}");
        }
    }
}
