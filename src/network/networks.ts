// Networks of IP addresses as in CIDR: `192.0.2.0/24`, or one address.
import { BlockList, isIP } from 'node:net';

const mostBits = { 4: 32, 6: 128 } as const;

/** Returns whether a text is an IP address, or a network as in CIDR. */
export function isNetwork(text: string): boolean {
	const [address = '', length, ...more] = text.split('/');
	const most = mostBits[isIP(address) as 4 | 6];
	if (most === undefined || more.length > 0) return false;
	return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= most);
}

/** Lists the addresses of networks, each as isNetwork has them. */
export function addressesIn(networks: readonly string[]): { has(address: string): boolean } {
	const list = new BlockList();
	for (const network of networks) {
		const [address = '', length] = network.split('/');
		const family = isIP(address) as 4 | 6;
		list.addSubnet(address, Number(length ?? mostBits[family]), `ipv${family}`);
	}
	return {
		// An address of IPv4 that is written as one of IPv6 is the same.
		has(address) {
			const family = isIP(address);
			return family !== 0 && list.check(address, `ipv${family as 4 | 6}`);
		},
	};
}
