// Tells failures of parameters in the names that they have on the command line: group_by is
// --group-by. It knows no command.
import { inWords } from '../errors/wrong-input.js';
import { BrokerError } from '../errors.js';

/**
 * Makes what to do with the failure of a command whose options are parameters of HTTP: it fails
 * again, with their names as options; those listed are arguments.
 */
export function inOptionNames(...args                   )                            {
	const optionName = (parameter        )         =>
		args.includes(parameter) ? `<${parameter}>` : `--${parameter.replaceAll('_', '-')}`;
	const renamed = (parameter        , message        )                                     => {
		const field = optionName(parameter);
		return { field, message: message.startsWith(`${parameter} `) ? field + message.slice(parameter.length) : message };
	};
	return (error) => {
		if (!(error instanceof BrokerError) || error.problems.length === 0) throw error;
		const problems = error.problems.map(({ field, message, ...place }) =>
			field === undefined ? { ...place, message } : { ...place, ...renamed(field, message) },
		);
		const saysOnlyThat = error.message === inWords(error.problems);
		throw new BrokerError(error.code, saysOnlyThat ? inWords(problems) : error.message, {
			problems,
			cause: error.cause,
		});
	};
}
