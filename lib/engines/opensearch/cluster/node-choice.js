// Chooses which node of a cluster is asked next: one that was away is passed over for a while. It
// knows no connection.

                                
	                                                                                   
	                
	                                                                          
	                         
	                                      
	                         
  

const shortestAwayMilliseconds = 1_000;
const longestAwayMilliseconds = 30_000;

/** Begins with all nodes there. `now` tells the time in milliseconds. */
export function createNodeChoice      (nodes                 , now = () => performance.now())                   {
	const away = new Map                                        ();
	let turn = 0;
	return {
		order() {
			const first = turn++ % nodes.length;
			const inTurn = [...nodes.slice(first), ...nodes.slice(0, first)];
			if (away.size === 0) return inTurn;
			const time = now();
			const waits = (node      ) => Math.max(0, (away.get(node)?.until ?? 0) - time);
			// The sort is stable: those that are there keep their turns.
			return inTurn.sort((one, other) => waits(one) - waits(other));
		},
		isAway(node) {
			const before = away.get(node);
			// Of many requests that fail at once, one lengthens the pause.
			if (before && before.until > now()) return;
			const pause = Math.min(before ? before.pause * 2 : shortestAwayMilliseconds, longestAwayMilliseconds);
			away.set(node, { until: now() + pause, pause });
		},
		isBack(node) {
			away.delete(node);
		},
	};
}
