import { type VariableName, variables } from '../../config.js';
import type { Terminal } from './terminal.js';

/** The parameters of each question. */
export interface Asking {
	readonly terminal: Terminal;
	/** The value of a variable in `.env`, or in a file that it names; undefined if there is none. */
	readonly current: (name: VariableName) => string | undefined;
}

/** Appended if there is an answer already, which an empty line keeps. */
export const keeps = ' Press Enter to keep it.';

export const silent = 'Discord isn’t responding. Check your connection, then try again.';

/** The problem with an answer by the configuration's own rules; undefined if it is valid. Contains no value. */
export function faultOf(name: VariableName, answer: string): string | undefined {
	const parsed = variables[name].schema.safeParse(answer);
	return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

/** Removes text that is often copied with a secret: quotes, and the word before a token in a header. */
export function bare(answer: string): string {
	return answer
		.replace(/^(["'`])(.*)\1$/, '$2')
		.replace(/^(?:Bot|Bearer)\s+/i, '')
		.trim();
}

/** How long `init` waits for a response, in milliseconds. */
export const patienceMs = 8_000;
