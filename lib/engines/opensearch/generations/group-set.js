// A set of many groups in little memory: a bit for each, since their numbers are close together.
// It knows nothing of what they are.
                                                                      

/** A set of groups. */
                        
	                          
	                                            
	                             
  

const groupsPerStep = 5_000;
const leastBytes = 1_024;

/** Makes an empty set. */
export function createGroupSet()           {
	let bits = new Uint8Array(leastBytes);
	return {
		add(group) {
			const byte = Math.floor(group / 8);
			if (byte >= bits.length) {
				const larger = new Uint8Array(Math.max(2 * bits.length, byte + 1));
				larger.set(bits);
				bits = larger;
			}
			bits[byte] = (bits[byte]          ) | (1 << (group % 8));
		},
		*steps() {
			let step            = [];
			for (const [byte, set] of bits.entries()) {
				for (let bit = 0; set >>> bit !== 0; bit++) if ((set >>> bit) & 1) step.push(byte * 8 + bit);
				if (step.length < groupsPerStep) continue;
				yield step;
				step = [];
			}
			if (step.length > 0) yield step;
		},
	};
}
