// Whom a request counts for where requests are limited: its account, else the network of its
// address. It limits nothing itself.
                                                           
                                                           
import { findSession, findTokenOwner } from '../server/authentication.js';
import {                   senderAddress } from '../server/http-context.js';

/** Names a sender; all tokens and sessions of an account are one. */
                                                                         

              
	                                         
	                                 
	                                     
  

/**
 * Tells whom a request counts for. A token or session that is not valid counts for its address:
 * inventing them must not help. So does one that cannot be looked up at the moment: what needs no
 * account is answered without the database.
 */
export async function countedSender(
	context             ,
	{ accounts, sessions, settings }       ,
)                         {
	const owner = await lookUp(() => findTokenOwner(context, accounts));
	const account = owner ?? (await lookUp(() => findSession(context, sessions)));
	if (account) return { kind: 'account', key: `account ${account.userId}` };
	return addressSender(context, settings);
}

/** Tells the network that a request comes from as its sender. */
export function addressSender(context             , { trustedProxies }                   )                {
	return { kind: 'address', key: networkOf(senderAddress(context, trustedProxies)) };
}

async function lookUp   (find                              )                         {
	try {
		return await find();
	} catch {
		// Whatever needs the account asks again, and then fails in its own words.
		return undefined;
	}
}

/** Folds an IPv6 address to its network (64 bits), within which a sender can change it at will. */
export function networkOf(address        )         {
	const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
	if (mapped !== undefined) return mapped;
	if (!address.includes(':')) return address;
	const [head = '', tail] = address.split('::');
	const before = head === '' ? [] : head.split(':');
	const after = tail ? tail.split(':') : [];
	const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
	return [...before, ...Array(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
