// What every command is given, and what all do: open the application, answer as text or JSON.
                                         
                                                
                                               
                                                                           
                                                       

/** Holds what commands work with. Settings are read when a command needs them: help needs none. */
                              
	                   
	                         
	                     
	                                                 
	              
	                                                     
	          
	                                                                                         
	                   
	                                                                                                   
	                    
  

/** Names the options that commands with a result share. */
                                            

/** What a command answers: `document` with `--json`, else `text` (nothing where it is empty). */
                                                                

/**
 * Makes the action of a command that works on the application: opens it, hands it to `work` with
 * the command's options and arguments, prints the answer, and closes it, whatever happens.
 */
export function answering                                                                        (
	context                ,
	work                                                                                         ,
)                                         {
	return async (...given) => {
		// Commander gives the arguments, then the options, then the command.
		const options = given.at(-2)           ;
		const words = given.slice(0, -2)         ;
		await withApplication(context, async (application) =>
			printAnswer(context, options, await work(application, options, ...words)),
		);
	};
}

/** Does the same at a low priority, for work of minutes: requests on this machine come first. */
export function answeringInBackground                                                                        (
	context                ,
	purpose          ,
	work                                                                                         ,
)                                         {
	return (...given) => {
		context.composition.lowerPriority(purpose);
		return answering(context, work)(...given);
	};
}

/** Opens the application, works on it and closes it, whatever happens. */
export async function withApplication   (
	{ composition, settings }                ,
	work                                          ,
)             {
	const application = await composition.open(settings());
	try {
		return await work(application);
	} finally {
		await application.close();
	}
}

/** Prints an answer on standard output. */
export function printAnswer(
	{ terminal }                ,
	{ json }               ,
	{ document, text }               ,
)       {
	if (json) terminal.print(JSON.stringify(document, null, 2));
	else if (text !== '') terminal.print(text);
}

/** Gives a command `--json`, and examples in its help. */
export function answersJson(command         , ...examples                   )          {
	return withExamples(command.option('--json', 'answer with one JSON document on standard output'), ...examples);
}

/** Adds examples to the help of a command. */
export function withExamples(command         , ...examples                   )          {
	const title = examples.length === 1 ? 'Example:' : 'Examples:';
	return command.addHelpText('after', `\n${[title, ...examples.map((line) => `  $ ${line}`)].join('\n')}`);
}
