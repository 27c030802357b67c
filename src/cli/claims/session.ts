import { existsSync } from 'node:fs';
import type { Clock } from '../../base/clock.js';
import { exitCodes } from '../../base/errors.js';
import { wrapText } from '../../base/terminal.js';
import type { AdminJob, Progress } from '../../claims/admin/dump.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import {
	type ClaimStore,
	type ClaimStoreOptions,
	checkReadable,
	openClaimStore,
} from '../../claims/claim-store.js';
import type { Environment } from '../../config.js';
import { fileToBackUp, sqliteFileOf } from '../../storage/open.js';
import type { Store } from '../../storage/store.js';
import { Opened, type StoreOptions } from '../program/open.js';
import { UsageError } from '../program/run-program.js';
import { linesOf, type Write, writeWhole } from '../program/text-files.js';

/** The process, as parameters of the commands. */
export interface CommandProcess {
	readonly environment: Environment;
	readonly stdin: AsyncIterable<string | Uint8Array>;
	readonly stdout: NodeJS.WritableStream & { readonly columns?: number };
	/** True if a person can be asked. Default: false. */
	readonly isTerminal?: boolean;
	readonly stderr: NodeJS.WritableStream & { readonly columns?: number };
	readonly clock: Clock;
}

interface Given {
	readonly argument: string | undefined;
	readonly yes: boolean;
	readonly apply: boolean;
	readonly json: boolean;
}

/** A command of `npm run claims`. `run` resolves to the exit code. */
export interface Command {
	/** The names of its arguments; one in brackets may be missing. */
	readonly takes?: string;
	readonly says: string;
	run(session: Session, given: Given): Promise<number>;
}

/** One run of a command: the process, and what it opens until the command ends. */
export class Session extends Opened {
	readonly process: CommandProcess;
	readonly clock: Clock;
	readonly #answers: AsyncGenerator<string>;

	constructor(process: CommandProcess) {
		super(process.environment);
		this.process = process;
		this.clock = process.clock;
		this.#answers = linesOf(process.stdin);
	}

	/** Also lets go of the input. */
	override async close(): Promise<void> {
		await Promise.all([super.close(), this.#answers.return(undefined)]);
	}

	/** Standard output, for the result of the command. */
	print(text: string): void {
		this.process.stdout.write(text);
	}

	/** Writes a file that only its owner can read, whole or not at all. Rejects with UsageError if it exists. */
	async writeNew<Result>(file: string, write: (add: Write) => Promise<Result>): Promise<Result> {
		if (existsSync(file)) throw new UsageError(`${file} exists already: choose another name`);
		return await writeWhole(file, write);
	}

	/** For the person, on standard error. */
	tell(text: string): void {
		const { stderr } = this.process;
		stderr.write(wrapText(text, stderr.columns));
	}

	/** One line for the person. */
	say(line: string): void {
		this.tell(`${line}\n`);
	}

	/** The next line of the input, without spaces around it; empty at its end. Only for a terminal. */
	async ask(question: string): Promise<string> {
		this.tell(question);
		return (await this.#answers.next()).value?.trim() ?? '';
	}

	/** Asks for a yes on a terminal; otherwise requires `--yes`. Rejects with UsageError if it can't ask. */
	async confirms(question: string, isSure: boolean): Promise<boolean> {
		if (isSure) return true;
		if (this.process.isTerminal !== true) throw new UsageError('No terminal to ask. Add --yes');
		if (/^y(es)?$/i.test(await this.ask(`${question} [y/N] `))) return true;
		this.say('Nothing changed');
		return false;
	}

	/** The file of the configured SQLite database. Throws UsageError with `advice` if it is another kind of database. */
	databaseFile(advice: string): string {
		const file = sqliteFileOf(this.settings('DATABASE_URL').DATABASE_URL);
		if (file === undefined) throw new UsageError(advice);
		return file;
	}

	/** Says every ten seconds how far a job is. */
	progress(label: string): Progress {
		let saidAt = this.clock.now();
		return (done, total) => {
			if (this.clock.now() - saidAt < 10_000) return;
			saidAt = this.clock.now();
			this.say(`${label}: ${done}${total === undefined ? '' : ` of ${total}`}`);
		};
	}

	override store(options: StoreOptions = {}): Promise<Store> {
		const warn: StoreOptions['warn'] = (message, fields) =>
			this.say(`Note: ${message} ${JSON.stringify(fields)}`);
		return super.store({ ...options, warn });
	}

	/** The claims of a store; `converts` their format as the bot does. Rejects if they don't match the secret or version. */
	async claims(
		label: string,
		{ converts = false, ...options }: StoreOptions & { readonly converts?: boolean } = {},
	): Promise<AdminJob> {
		const { CLAIM_SECRET } = this.settings('DATABASE_URL', 'CLAIM_SECRET');
		const store = await this.store(options);
		if (converts) await this.openClaims(store);
		else await checkReadable(store, CLAIM_SECRET);
		return { store, keys: new ClaimKeys(CLAIM_SECRET), onProgress: this.progress(label) };
	}

	/** The claims of the configured database, as the bot opens them: an older format is converted after a backup. */
	async openClaims(store: Store, options: Pick<ClaimStoreOptions, 'follow'> = {}): Promise<ClaimStore> {
		const { clock } = this;
		// The lines that the bot would log, each with its message first.
		const info = (...line: readonly unknown[]): void => {
			const texts = line.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)));
			this.say(texts.toReversed().join(' '));
		};
		const settings = this.settings('CLAIM_SECRET', 'DATABASE_URL', 'BACKUPS');
		const { CLAIM_SECRET: claimSecret } = settings;
		const upgrading = { file: fileToBackUp(settings), logger: { info }, clock };
		const report = { damaged: () => {} };
		return await openClaimStore({ ...options, store, clock, claimSecret, upgrading, report });
	}

	/** Names what a command left out, and returns its exit code. */
	findings(lines: readonly string[]): number {
		for (const line of lines) this.say(line);
		return lines.length === 0 ? exitCodes.ok : exitCodes.trouble;
	}
}

export function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
