import { z } from 'zod';

const failure = z.object({
	message: z.string(),
	stack: z.string().optional(),
	cause: z.unknown().optional(),
});
const line = z.looseObject({
	level: z.string(),
	time: z.string(),
	msg: z.string().default(''),
	err: z.unknown().optional(),
	/** A finding: what is wrong, and what to do. */
	says: z.string().optional(),
	todo: z.string().optional(),
});

const titles: Readonly<Record<string, string>> = { warn: 'Warning: ', error: 'Error: ', fatal: 'Error: ' };

/** A destination for the log that shows each JSON line in words, for the person in front of a terminal. */
export function terminalLog(output: Pick<NodeJS.WritableStream, 'write'>): { write(text: string): void } {
	return { write: (text) => void output.write(inWords(text)) };
}

/** One line of the log in words. What is no line of the log stays as it is. */
function inWords(text: string): string {
	const parsed = line.safeParse(parseJson(text));
	if (!parsed.success) return text;
	const { level, time, msg, err, says, todo, ...fields } = parsed.data;
	// A finding says more than the message that it came with, and its name is for programs.
	const { check, ...others } = fields;
	const shown = says === undefined ? { check, ...others } : others;
	const details = Object.entries(shown).flatMap(([name, value]) =>
		value === undefined ? [] : `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
	);
	const causes = messagesOf(err);
	const words = [
		`${time.slice(11, 19)} ${titles[level] ?? ''}${says ?? msg}`,
		...(todo === undefined || todo === '' ? [] : [` → ${todo}`]),
		...(causes.length === 0 ? [] : [`: ${causes.join(': ')}`]),
		...(details.length === 0 ? [] : [` (${details.join(', ')})`]),
	].join('');
	// Only what ends the bot is worth a stack here; piped into a file, the log has all of them.
	const stack = level === 'fatal' ? failure.safeParse(err).data?.stack : undefined;
	return stack === undefined ? `${words}\n` : `${words}\n${stack}\n`;
}

function messagesOf(err: unknown): readonly string[] {
	const parsed = failure.safeParse(err);
	return parsed.success ? [parsed.data.message, ...messagesOf(parsed.data.cause)] : [];
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
