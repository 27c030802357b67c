import { join } from 'node:path';

/** How the bot's process is changed from outside of it. */
export interface Doom {
	/** How far its clock is ahead, in milliseconds. */
	readonly aheadMs?: number;
	/** It is killed as soon as it has written a row of which the key and the value contain these. */
	readonly afterWrite?: { readonly key: string; readonly value: string };
}

/**
 * The environment for `stage.startProcess`. A kill after a write is the middle that no call to Discord marks: the row is
 * on disk, and nothing that follows from it has begun.
 */
export function doomed({ aheadMs = 0, afterWrite }: Doom): {
	readonly NODE_OPTIONS: string;
} {
	const script = `
		import { createRequire } from 'node:module';
		const real = Date.now.bind(Date);
		Date.now = () => real() + ${aheadMs};
		const doom = ${JSON.stringify(afterWrite ?? null)};
		if (doom !== null) {
			const { prototype } = createRequire(${JSON.stringify(join(process.cwd(), 'package.json'))})('sqlite3').Statement;
			const { all } = prototype;
			prototype.all = function (...parameters) {
				const callback = parameters.pop();
				const changes = /^INSERT.*json_each/s.test(this.sql) ? JSON.parse(parameters[0]) : [];
				const isIt = ({ key }) =>
					changes.some(([of, , value]) => of === key && key.includes(doom.key) && value.includes(doom.value));
				return all.call(this, ...parameters, (error, rows) => {
					if (error === null && rows.some(isIt)) process.kill(process.pid, 'SIGKILL');
					else callback(error, rows);
				});
			};
		}`;
	return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}
