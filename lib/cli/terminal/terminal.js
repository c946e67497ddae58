// The output streams and the keyboard as commands use them: results, notes, tables, progress.
import { styleText } from 'node:util';
import {                startProgress } from './progress.js';
import { askSecret,                  } from './secret-prompt.js';
import {              renderTable } from './table.js';

/** An output stream as far as it is needed here. */
                            
	                
	                 
	                                                                 
	                             
	                                                     
  

/** What a terminal is made of; `interrupt` ends the program as Ctrl-C does. */
                             
	                   
	                     
	                     
	                                                          
	              
	                  
  

/** Writes results to standard output, everything else to standard error, and asks questions. */
                        
	                                                                
	                     
	                                    
	                     
	                                
	                          
	                                                                 
	                                          
	                                         
	                          
	                                                         
	                         
	                                                                         
	                                                                                
	                                        
	                                  
	                                                                                             
	                                             
  

const leastColumns = 40;

/**
 * Makes a terminal of the standard streams. Titles are bold only on a terminal, and where neither
 * NO_COLOR nor TERM=dumb is set.
 */
export function openTerminal({ stdin, stdout, stderr, environment, now, interrupt }               )           {
	const width = stdout.isTTY ? Math.max(leastColumns, stdout.columns ?? 80) : null;
	const dressed = Boolean(stdout.isTTY) && !environment.NO_COLOR && environment.TERM !== 'dumb';
	const emphasise = (line        )         => (dressed ? styleText('bold', line, { validateStream: false }) : line);
	return {
		width,
		interactive: Boolean(stdin.isTTY),
		write: (text) => void stdout.write(text),
		writeWaiting: (text) =>
			new Promise((resolve) => {
				if (stdout.write(text) === false && stdout.once) stdout.once('drain', resolve);
				else resolve();
			}),
		print: (text) => void stdout.write(`${text}\n`),
		note: (text) => void stderr.write(`${text}\n`),
		table: (columns, rows) => renderTable(columns, rows, width, emphasise),
		progress: (title) => startProgress(stderr, title, now),
		askSecret: (question) => askSecret(stdin, (text) => stderr.write(text), question, interrupt),
	};
}
