import { type VariableName, variables } from '../../config.js';
import type { Terminal } from './terminal.js';

/** What each question works with. */
export interface Asking {
	readonly terminal: Terminal;
	/** What `.env` has for a variable, a file that it names included; undefined: nothing. */
	readonly current: (name: VariableName) => string | undefined;
}

/** ` no: …`, ` ok: …` or ` warning: …`, under the question. */
export function remark({ terminal }: Asking, kind: 'no' | 'ok' | 'warning', text: string): void {
	terminal.say(` ${kind}: ${text}`);
}

/** Whether there is an answer already, which an empty line keeps. */
export const keeps = ' Press Enter to keep it.';

export const silent = 'Discord isn’t responding. Check your connection, then try again.';

/** What is wrong with an answer by the configuration's own rule; undefined: nothing. Holds no value. */
export function faultOf(name: VariableName, answer: string): string | undefined {
	const parsed = variables[name].schema.safeParse(answer);
	return parsed.success ? undefined : parsed.error.issues[0]?.message;
}

/** What people copy along with a secret: quotes, and the word before a token in a header. */
export function bare(answer: string): string {
	return answer
		.replace(/^(["'`])(.*)\1$/, '$2')
		.replace(/^(?:Bot|Bearer)\s+/i, '')
		.trim();
}
