// Decides of every request, before it is worked on, whether it is: whose it is, how many they sent,
// and what is under way. The limits themselves are in the files beside.
                                                           
                                                           
                                                  
                                                             
import { createBodyBudget } from './body-budget.js';
import { createOverloadGuard } from './overload.js';
import { createRateCheck } from './rate-limit.js';
import { addressSender, countedSender } from './sender.js';

                              
	                                         
	                                 
	               
		         
		                
		                  
		                        
		                         
		                        
		             
		                      
		                  
	  
	                                           
	                                   
  

/**
 * What was decided: headers of the answer, why it is refused, if so, and what to call at its end.
 */
                                                                                                       

/**
 * Creates the decision. Where a request goes is `unlimited` by number, but its body is not: it
 * finds its allowance in the context.
 */
export function createAdmission(
	needs                ,
)                                                                           {
	const { settings, clock = () => performance.now() } = needs;
	const checkRate = createRateCheck(settings, clock);
	const openBody = createBodyBudget({
		// One body as large as a body may be finds room at least, packed and unpacked.
		allBytes: Math.max(settings.maxBodiesBytes, 2 * settings.maxBodyBytes),
		senderBytes: Math.max(settings.maxSenderBodiesBytes, 2 * settings.maxBodyBytes),
		stalledSeconds: settings.stalledBodySeconds,
	});
	const enter = createOverloadGuard({
		mostRequests: settings.maxConcurrentRequests,
		clock: () => performance.now(),
		afterReading: setImmediate,
	});
	/** Lets a request in, whose answer has these headers; `leave` is called at its end. */
	const admit = (context             , sender        , headers                     , leave             )           => {
		const body = openBody(sender);
		context.set('bodyAllowance', body);
		return {
			headers,
			leave() {
				body.release();
				leave?.();
			},
		};
	};
	return async (context, { unlimited }) => {
		if (unlimited) return admit(context, addressSender(context, settings).key, {});
		const sender = await countedSender(context, needs);
		const { headers, refusal } = checkRate(sender);
		if (refusal) return { headers, refusal, leave: () => undefined };
		try {
			// What comes through no socket waits for none.
			const leave = context.env?.outgoing && (await enter(sender.key));
			return admit(context, sender.key, headers, leave);
		} catch (refused) {
			return { headers, refusal: refused, leave: () => undefined };
		}
	};
}
