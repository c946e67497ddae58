// Gives the right to write to one process at a time, and takes it from one that has died; does not
// know what is written.
//
//          acquire: number + 1              no renewal for a whole lease: B acquires, number + 1
//   free ─────────────────────▶ held by A ─────────────────────────────────▶ held by B
//    ▲                            │  ▲ │
//    │                            │  └─┘ renew, four times a lease: renewals + 1
//    └─────── end, release ───────┘
//
// Who finds it held waits in a queue, which is a part of the agreed state: the first of it acquires
// the lease next, unless it does not come, as where it has died.
//
// A notices that its lease is lost when it changes the agreed state next, which compares and swaps,
// and when it writes documents, whose version is the number of the lease: both fail with
// `unavailable`.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokerError } from '../../../errors.js';
import { leaseLost } from '../cluster/failures.js';
                                                                             

                           
	                                                                              
	                          
	                                                    
	                         
  

/** The right to write. */
                          
	                                                 
	                        
	                     
	                                                                                  
	                                                     
	                                                                    
	                                                  
  

                           
	   
	                                                                                                
	                                                                                              
	                                                                                           
	   
	                                                                                  
	                                                                     
	                      
  

/** Acquires leases for one handle of the index. */
export function createWriteLeases(keeper             , timing             )              {
	const owner = randomUUID();
	let last                   = Promise.resolve();
	return {
		run(work, signal) {
			const done = last.then(async () => {
				const lease = holdLease(keeper, await acquire(keeper, owner, timing, signal), timing.leaseMilliseconds);
				return work(lease).finally(() => lease.release());
			});
			last = done.catch(() => undefined);
			return done;
		},
		async idle() {
			await last;
		},
	};
}

// Who is first in the queue looks often; the others would only be in its way.
const longestPauseMilliseconds = { first: 20, others: 200 };
/** Who is first in the queue and leaves a free lease for so long is passed over. */
const turnMilliseconds = 2_000;

async function acquire(
	keeper             ,
	owner        ,
	timing             ,
	signal                         ,
)                     {
	const isDead = watch(timing.leaseMilliseconds);
	const isAbsent = watch(turnMilliseconds);
	const isStuck = watch(timing.waitMilliseconds);
	for (let pause = 4; ; pause *= 2) {
		const seen = await keeper.read();
		const { lease, leaseNumber, queue } = seen;
		const [first = owner] = queue;
		if (signal?.aborted || isStuck(`${leaseNumber}`)) {
			await leaveQueue(keeper, owner, seen);
			throw signal?.aborted ? signal.reason : takesTooLong();
		}
		// A lease of this handle is one whose release did not arrive: here, none of its work runs.
		const isFree = !lease || lease.owner === owner || isDead(`${leaseNumber} ${lease.renewals}`);
		if (isFree && (first === owner || isAbsent(`${leaseNumber} ${first}`))) {
			const left = queue.filter((one) => one !== owner && one !== first);
			const changes = { leaseNumber: leaseNumber + 1, lease: { owner, renewals: 0 }, queue: left };
			// Repeated, it may find itself: a lease of this owner is taken over.
			const acquired = await keeper.change(seen, changes);
			if (acquired) return acquired;
		} else if (!queue.includes(owner)) {
			await keeper.change(seen, { queue: [...queue, owner] }, { retry: false });
		}
		const longest = first === owner ? longestPauseMilliseconds.first : longestPauseMilliseconds.others;
		pause = Math.min(pause, longest);
		// Once it is aborted, the queue is left.
		await delay(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
	}
}

function takesTooLong()              {
	return new BrokerError('unavailable', 'The search index is being written to by another process; try again.', {
		retryAfterSeconds: 5,
	});
}

/** Leaves the queue; where that fails, the others pass this process over when its turn comes. */
async function leaveQueue(keeper             , owner        , seen           )                {
	let state                        = seen;
	while (state?.queue.includes(owner)) {
		const queue = state.queue.filter((one) => one !== owner);
		if (await keeper.change(state, { queue }, { retry: false }).catch(() => seen)) return;
		state = await keeper.read().catch(() => undefined);
	}
}

/**
 * Tells whether what is watched has been the same for so long, by this process's clock: others may
 * differ.
 */
function watch(milliseconds        )                            {
	let watched                    ;
	let since = 0;
	return (seen) => {
		const now = performance.now();
		if (seen !== watched) {
			watched = seen;
			since = now;
		}
		return now - since > milliseconds;
	};
}

function holdLease(
	keeper             ,
	acquired           ,
	leaseMilliseconds        ,
)                                            {
	const number = acquired.leaseNumber;
	let seen = acquired;
	let isEnding = false;
	let last                   = Promise.resolve();

	const isLost = () => seen.leaseNumber !== number;
	const compareAndSwap = async (changes                      , options                    )                => {
		while (!isLost()) {
			const changed = await keeper.change(seen, changes, options);
			seen = changed ?? (await keeper.read());
			// Without an answer the change may have arrived all the same. To repeat it does no harm, but
			// what releases the lease cannot be repeated.
			if (changed || (!isLost() && !seen.lease)) return;
		}
		throw leaseLost();
	};
	// One change at a time: each builds on the state that the one before has left.
	const change = (changes                      , options = { retry: true })                => {
		const changed = last.then(() => compareAndSwap(changes, options));
		last = changed.catch(() => undefined);
		return changed;
	};
	const renew = async () => {
		if (isEnding || !seen.lease) return;
		const lease = { ...seen.lease, renewals: seen.lease.renewals + 1 };
		// A renewal that fails is made up for by the next.
		await change({ lease }, { retry: false }).catch(() => undefined);
		if (!isEnding) timer.refresh();
	};
	const timer = setTimeout(() => void renew(), leaseMilliseconds / 4).unref();
	const stopRenewing = () => {
		isEnding = true;
		clearTimeout(timer);
	};
	return {
		number,
		state: () => seen,
		change,
		end(changes) {
			stopRenewing();
			return change({ ...changes, lease: null });
		},
		async release() {
			stopRenewing();
			await last;
			if (isLost() || !seen.lease) return;
			// Where the cluster is away, the next process sees that the lease is not renewed any more.
			await change({ lease: null }, { retry: false }).catch(() => undefined);
		},
	};
}
