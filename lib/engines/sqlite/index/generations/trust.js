// Says what a failure of a generation's file means: damage, after which it answers no more, or
// trouble that may pass. It knows neither tables nor SQL.
import { BrokerError } from '../../../../errors.js';
import { unreadableIndex } from '../../../../ports/search/unreadable-index.js';
import { isDamage, isPassing } from '../failures-of-files.js';
import { generationPath } from './generation-files.js';
                                            

/** Runs what reads or writes a generation. */
                     
	   
	                                                                                                
	                                                                         
	   
	                                             
	                                                              
	                                                   
  

/** Judges the generations of one index; `onDamage` is called before the failure is told. */
export function createTrust(path        , pointer                           , onDamage             )        {
	const judge                 = (generation, error) => {
		const file = generationPath(path, generation);
		const named = () => new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
		if (isDamage(error)) {
			pointer.distrust(generation);
			onDamage?.();
			return unreadableIndex(named());
		}
		if (!isPassing(error)) return error;
		return new BrokerError('unavailable', 'The search index cannot be used at the moment; try again.', {
			retryAfterSeconds: 10,
			cause: named(),
		});
	};
	return {
		judge,
		run(generation, work) {
			try {
				return work();
			} catch (error) {
				throw judge(generation, error);
			}
		},
	};
}
