// Tests which origins and networks a registered sender has.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admitSender, mayBeSender } from './admit-sender.ts';

const admission = (origin: string, network: string) => ({
	...{ origins: [{ origin, network }], senders: [], role: null },
	accounts: { findUser: async () => undefined, emails: async () => new Map() },
});

const isAdmitted = (registered: [origin: string, network: string], origin: string, address: string) =>
	admitSender({ actor: undefined, origin }, { account: undefined, address }, admission(...registered)).then(
		() => true,
		() => false,
	);

describe('a registered origin', () => {
	it('has the addresses under it, and no other host or path that begins like it', async () => {
		for (const [registered, origin, expected] of [
			['https://repository.example', 'https://repository.example', true],
			['https://repository.example', 'HTTPS://Repository.example/server', true],
			['https://repository.example/', 'https://repository.example.evil.example', false],
			['https://repository.example', 'https://repository.example@evil.example', false],
			['https://repository.example', 'https://repository.example:8443', false],
			['https://hub.example/one', 'https://hub.example/one/inbox', true],
			['https://hub.example/one', 'https://hub.example/one#service', true],
			['https://hub.example/one', 'https://hub.example/oneself', false],
			['https://hub.example/one', 'https://hub.example/one/../two', false],
			['https://hub.example/one', 'urn:uuid:1', false],
		] as const)
			assert.equal(await isAdmitted([registered, '192.0.2.1'], origin, '192.0.2.1'), expected, origin);
	});

	it('sends from the addresses of its network', async () => {
		for (const [address, expected] of [
			['192.0.2.255', true],
			['192.0.3.0', false],
		] as const) {
			const [origin, network] = ['https://repository.example', '192.0.2.0/24'];
			assert.equal(await isAdmitted([origin, network], origin, address), expected, address);
			assert.equal(mayBeSender(address, admission(origin, network)), expected);
		}
	});
});
