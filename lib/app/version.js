// The version of the program, as package.json has it.
import { readFileSync } from 'node:fs';
import { projectFolder } from './project-folder.js';

const { version: own } = JSON.parse(readFileSync(new URL('package.json', projectFolder), 'utf8'))     
	                
 ;

/** The version of this program: `0.1.0`. */
export const version = own;
