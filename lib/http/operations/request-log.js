// What the log says of a request: one line, and how loud it is; knows no handler.
import { hasCode } from '../../errors.js';

/** Takes lines of the log; pino's loggers are such. */
                                                                                                                

/** Describes an answered request, with what its handler added. */
                           
	                  
	               
	               
	               
	                     
	                         
  

/**
 * Writes the line of a request. Reading that goes well is told at `debug` only; changes and
 * refusals are `info`, a service that is away is `warn`, and an unexpected failure is `error`.
 */
export function logRequest(log            , line             , failure         )       {
	if (line.status === 503 && !isRefusedLoad(failure)) log.warn({ ...line, err: failure }, 'A needed service is away');
	else if (line.status >= 500 && line.status !== 503) log.error({ ...line, err: failure }, 'The request failed');
	else if (line.status < 400 && ['GET', 'HEAD', 'OPTIONS'].includes(line.method)) log.debug(line, 'Answered');
	else log.info(line, 'Answered');
}

/** Tells whether a request was refused because there is too much of them, and nothing is away. */
function isRefusedLoad(failure         )          {
	return hasCode(failure, 'unavailable') && failure.retryAfterSeconds !== undefined && failure.cause === undefined;
}
