// The accounts' use cases: users, roles, tokens, and whose a token or a password is.
// Knows neither engine nor transport.
import { BrokerError } from '../errors.js';
import { wrongEmail, wrongName } from '../ports/accounts/account-names.js';
                                                                                   
                                                            
                                                    
import { hashAccessToken, looksLikeAccessToken, makeAccessToken } from './access-token.js';
import { hashPassword, isPassword,                    recommendedCost } from './password.js';

/** A user as shown; times are milliseconds since 1970, roles in byte order. */
                    
	       
	              
	                
	                     
	                  
	                         
  

/** A role as shown. */
                                                                      

/** A token as shown, without the token itself; times are milliseconds since 1970, null: never. */
                     
	       
	             
	              
	                  
	                  
	                          
	                         
	                         
  

/** Says on whose behalf a request comes. */
                                                                                                 

/**
 * Manages accounts. A user, role or token that is not there is `not-found`, what cannot be is
 * `bad-usage`; messages say what to do. What changes something is told first who does it (`by`),
 * and tells the audit.
 */
                        
	                                                                              
	                                                                                              
	                                                
	                                                   
	                            
	                             
	                                                              
	                                                                          
	                                 
	                                                      
	                                                                                
	                                                        
	                                                          
	                                                   
	                           
	                             
	                                                                   
	                                                                  
	                                                                              
	                                                                     
	   
	                                                                                             
	                                                               
	   
	            
		          
		                                                                                     
	                   
	                                      
	                               
	   
	                                                                                               
	                                   
	   
	                                                                                     
	                                                                                             
	                                                                
	                                                                                           
	                                                                  
	                                                                                     
	                      
  

const maxPasswordCharacters = 1_000;
const lastUsedStepMilliseconds = 60_000;

/** Creates the accounts' use cases on a store; `clock` tells milliseconds since 1970. */
export function createAccounts(
	store              ,
	clock              ,
	options                                  = {},
)           {
	const passwordCost = options.passwordCost ?? recommendedCost;
	return {
		...userCommands(store, clock, passwordCost),
		...roleCommands(store, clock),
		...tokenCommands(store, clock),
		...authentication(store, clock),
		verifyPassword: passwordVerifier(store, passwordCost),
	};
}

function userCommands(
	store              ,
	clock              ,
	passwordCost              ,
)                                                                                                                 {
	const setActive = async (act     , email        , active         )                => {
		const user = await existingUser(store, email);
		await store.setActive(act, user.id, active);
		return { ...shownUser(user), active };
	};
	return {
		async createUser(by, email, password, active) {
			checkEmail(email);
			if (password !== null) checkPassword(password);
			const passwordHash = password === null ? null : await hashPassword(password, passwordCost);
			const now = clock();
			const id = await store.addUser({ by, now }, { email, passwordHash, active });
			if (id === null) {
				const message = `There is already a user ${email}. \`users list\` shows it, \`users activate\` makes it active.`;
				throw new BrokerError('conflict', message);
			}
			return { id, email, active, hasPassword: password !== null, createdAt: now, roles: [] };
		},
		async findUser(email) {
			const user = await store.findUser(email);
			return user && shownUser(user);
		},
		listUsers: async () => (await store.users()).map(shownUser),
		async changePassword(by, email, password) {
			checkPassword(password);
			const user = await existingUser(store, email);
			const passwordHash = await hashPassword(password, passwordCost);
			await store.setPassword({ by, now: clock() }, user.id, passwordHash);
			return { ...shownUser(user), hasPassword: true };
		},
		activateUser: (by, email) => setActive({ by, now: clock() }, email, true),
		deactivateUser: (by, email) => setActive({ by, now: clock() }, email, false),
	};
}

function roleCommands(
	store              ,
	clock              ,
)                                                                        {
	return {
		async createRole(by, name) {
			checkName('role', name);
			if ((await store.addRole({ by, now: clock() }, name)) === null) {
				throw new BrokerError('conflict', `There is already a role ${name}. \`roles add\` gives it to a user.`);
			}
		},
		listRoles: async () => (await store.roles()).map(({ name, createdAt, users }) => ({ name, createdAt, users })),
		async addRole(by, email, role) {
			const user = await existingUser(store, email);
			const given = await store.giveRole({ by, now: clock() }, user.id, role);
			if (given === 'no-such-user') throw noSuchUser(email);
			if (given === 'no-such-role') {
				throw new BrokerError('not-found', `There is no role ${role}. Create it first with \`roles create\`.`);
			}
			return given === 'given';
		},
		removeRole: async (by, email, role) =>
			store.takeRole({ by, now: clock() }, (await existingUser(store, email)).id, role),
	};
}

function tokenCommands(
	store              ,
	clock              ,
)                                                               {
	return {
		async createToken(by, { name, email, internal, expiresAt = null }) {
			checkName('token', name);
			const now = clock();
			if (expiresAt !== null && !(expiresAt > now)) {
				throw new BrokerError('bad-usage', 'The token would have expired already. Give a time that lies ahead.');
			}
			const user = await existingUser(store, email);
			const token = makeAccessToken();
			const hash = hashAccessToken(token);
			await store.addToken({ by, now }, { hash, userId: user.id, name, internal, expiresAt });
			return token;
		},
		listTokens: async () => (await store.tokens()).map(({ userId: _, ...token }) => token),
		async revokeToken(by, token) {
			const selection =
				typeof token === 'number'
					? { id: token }
					: { userId: (await existingUser(store, token.email)).id, name: token.name };
			const revoked = await store.revokeTokens({ by, now: clock() }, selection);
			if (revoked === 0) {
				const wanted = typeof token === 'number' ? `token ${token}` : `token "${token.name}" of ${token.email}`;
				const message = `There is no ${wanted} that is not revoked already. \`tokens list\` shows all tokens.`;
				throw new BrokerError('not-found', message);
			}
			return revoked;
		},
	};
}

function authentication(store              , clock              )                                          {
	const notedAt = new Map            ();
	const noting = new Set               ();
	// No request waits for this or fails with it: after a failure the next use is noted again.
	const noteUse = (token    , now        )       => {
		notedAt.set(token, now);
		const noted = store
			.noteTokenUse(token, now)
			.catch(() => void notedAt.delete(token))
			.finally(() => noting.delete(noted));
		noting.add(noted);
	};
	return {
		async authenticate(text) {
			if (!looksLikeAccessToken(text)) return undefined;
			const found = await store.findToken(hashAccessToken(text));
			if (!found) return undefined;
			const { token, user } = found;
			const now = clock();
			const expired = token.expiresAt !== null && token.expiresAt <= now;
			if (expired || token.revokedAt !== null || !user.active) return undefined;
			const lastUsedAt = Math.max(token.lastUsedAt ?? 0, notedAt.get(token.id) ?? 0);
			if (lastUsedAt <= now - lastUsedStepMilliseconds) noteUse(token.id, now);
			return { userId: user.id, email: user.email, roles: user.roles, tokenId: token.id };
		},
		async idle() {
			while (noting.size > 0) await Promise.all(noting);
		},
	};
}

function passwordVerifier(store              , passwordCost              )                             {
	let nobodysHash                             ;
	return async (email, password) => {
		if (password.length > maxPasswordCharacters) return false;
		// Made before the user is looked up: the first unknown user must not wait for two hashes.
		nobodysHash ??= hashPassword('', passwordCost);
		const [user, substitute] = await Promise.all([store.findUser(email), nobodysHash]);
		const matches = await isPassword(password, user?.passwordHash ?? substitute);
		return matches && user?.passwordHash != null && user.active;
	};
}

async function existingUser(store              , email        )                      {
	const user = await store.findUser(email);
	if (!user) throw noSuchUser(email);
	return user;
}

function noSuchUser(email        )              {
	return new BrokerError('not-found', `There is no user ${email}. Create one first with \`users create\`.`);
}

function shownUser({ id, email, active, passwordHash, createdAt, roles }            )       {
	return { id, email, active, hasPassword: passwordHash !== null, createdAt, roles };
}

function checkEmail(email        )       {
	const wrong = wrongEmail(email);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The email address ${wrong}.`);
}

function checkPassword(password        )       {
	if (password.length > 0 && password.length <= maxPasswordCharacters) return;
	throw new BrokerError('bad-usage', `A password has 1 to ${maxPasswordCharacters} characters.`);
}

function checkName(kind                  , name        )       {
	const wrong = wrongName(name);
	if (wrong !== undefined) throw new BrokerError('bad-usage', `The name of a ${kind} ${wrong}.`);
}
