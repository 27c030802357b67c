import { z } from 'zod';

const lineSchema = z.looseObject({
	level: z.union([z.string(), z.number()]),
	time: z.union([z.string(), z.number()]).optional(),
	msg: z.string().optional(),
});

/** Fields that say the same in every line. */
const constant = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'v']);

/** A JSON line of the bot's log as people read it: time, level, message, fields. Other lines stay as they are. */
export function logText(line: string): string {
	const parsed = lineSchema.safeParse(jsonOf(line));
	if (!parsed.success) return line;
	const { level, time, msg = '' } = parsed.data;
	const fields = Object.entries(parsed.data)
		.filter(([name, value]) => !constant.has(name) && value != null)
		.map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
	const at = time === undefined ? [] : [new Date(time).toISOString().slice(11, 19)];
	return [...at, String(level).padEnd(5), msg, ...fields].join(' ');
}

function jsonOf(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
