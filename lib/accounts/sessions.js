// Sessions of browsers: who signed in, for how long, and what proves that a change is meant.
// Knows neither engine nor transport.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isOutage } from '../errors.js';
                                                                                                  
                                                       
                                                    
                                              

/**
 * Says who is signed in. `csrfToken` proves that a change comes from a page of the broker: other
 * sites cannot read it.
 */
                                                                                                 

/** Manages sessions; several processes may share them. */
                        
	   
	                                                                                                
	                                                                                                   
	                                                                                               
	   
	       
		                       
		              
		                 
	                                                             
	   
	                                                                                                 
	                                                                    
	   
	                                                   
	                      
	                                                  
	                                                                                          
	                      
  

/** How long a session lasts after it was last used. */
export const sessionSeconds = 12 * 60 * 60;

/** How long a session lasts at the most, however often it is used. */
export const longestSessionSeconds = 7 * 24 * 60 * 60;

// Machines that share the data disagree a little about the time. A session from further ahead was
// opened by a clock that was wrong, and would last longer than a week.
const skewMilliseconds = 5 * 60 * 1000;

// A session in use is not written again at every request.
const prolongedMilliseconds = 5 * 60 * 1000;

                  
	             
	                                                                                                  
  

/** Creates the sessions' use cases on a store; `clock` tells milliseconds since 1970. */
export function createSessions(
	store       ,
	{ verifyPassword }                                  ,
	clock              ,
)           {
	const noting = new Set               ();
	// Nobody waits for this: the time of an answer must not tell whether there is such a user. A
	// failure must not refuse in other words either.
	const noteRefusal = ({ id, email, active, passwordHash }            , address               )       => {
		const reason = !active ? 'not active' : passwordHash === null ? 'no password' : 'wrong password';
		const noted = store
			.noteRefusedSession({ by: { who: email, address }, now: clock() }, id, reason)
			.catch(() => undefined)
			.finally(() => noting.delete(noted));
		noting.add(noted);
	};
	return {
		async signIn(address, email, password) {
			// Found before it is verified: where the password changes in between, no session is opened.
			const user = await store.findUser(email);
			const matches = await verifyPassword(email, password);
			if (!matches || !user || user.passwordHash === null) {
				if (user) noteRefusal(user, address);
				return undefined;
			}
			const secret = randomBytes(32).toString('base64url');
			const now = clock();
			const expiresAt = now + sessionSeconds * 1000;
			const act = { by: { who: user.email, address }, now };
			const { id: userId, passwordHash } = user;
			const opened = await store.addSession(act, { hash: hashSecret(secret), userId, passwordHash, expiresAt });
			return opened ? { secret, session: sessionOf(user, secret) } : undefined;
		},
		async find(secret) {
			const hash = hashSecret(secret);
			const found = await store.findSession(hash);
			const now = clock();
			if (!found?.user.active || isOver(found.session, now)) return undefined;
			const expiresAt = Math.min(now + sessionSeconds * 1000, endOf(found.session));
			if (expiresAt - found.session.expiresAt > prolongedMilliseconds) {
				// A disk that is full keeps nobody from looking at what is wrong.
				await store.prolongSession(hash, expiresAt).catch(unlessOutage);
			}
			return sessionOf(found.user, secret);
		},
		signOut: (by, secret) => store.endSession({ by, now: clock() }, hashSecret(secret)),
		async idle() {
			while (noting.size > 0) await Promise.all(noting);
		},
	};
}

function unlessOutage(error         )       {
	if (!isOutage(error)) throw error;
}

function isOver(session               , now        )          {
	return session.expiresAt <= now || endOf(session) <= now || session.createdAt > now + skewMilliseconds;
}

function endOf({ createdAt }               )         {
	return createdAt + longestSessionSeconds * 1000;
}

function sessionOf({ id, email, roles }            , secret        )          {
	const csrfToken = createHmac('sha256', secret).update('link-broker csrf').digest('base64url');
	return { userId: id, email, roles, csrfToken };
}

// A secret is random enough that salt and slowness would add nothing.
function hashSecret(secret        )         {
	return createHash('sha256').update(secret).digest('hex');
}
