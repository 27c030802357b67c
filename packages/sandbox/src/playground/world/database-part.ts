import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sqlite3 from 'sqlite3';
import { z } from 'zod';
import type { Stage } from '../../stage.js';
import { type ActsOf, settled, type WorldOptions, WorldPart } from './world-part.js';
import type { DatabaseGroup, DatabaseRow, DatabaseState } from './world-state.js';

/** After an interaction, the bot keeps writing for a moment. */
const settleMs = 700;

/** The bot's stored rows, as a thief of the file would find them. */
export class DatabasePart extends WorldPart {
	readonly name = 'database';
	readonly acts: ActsOf<'database'> = { 'database-read': () => this.#read() };
	readonly #readLater = settled(() => {
		if (this.isWatched) void this.#read();
	}, settleMs);
	#state: DatabaseState = { readAt: undefined, size: 0, groups: [], problem: undefined };

	constructor(options: WorldOptions) {
		super(options);
		const { events } = options.stage.discord;
		for (const type of ['interaction-acknowledged', 'message-edited', 'guild-changed'] as const) {
			this.endings.push(events.on(type, this.#readLater));
		}
		this.endings.push(this.#readLater.cancel);
	}

	state(): DatabaseState {
		return this.#state;
	}

	async #read(): Promise<void> {
		const { discord, folder } = this.stage;
		const readAt = discord.now();
		try {
			const { rows, size } = await readRows(join(folder, 'claims.sqlite'));
			const groups = groupsOf(rows, (id) => nameOf(discord, id));
			this.#state = { readAt, size, groups, problem: undefined };
		} catch (error) {
			const problem = error instanceof Error ? error.message : String(error);
			this.#state = { ...this.#state, readAt, problem };
		}
		this.notify();
	}
}

function nameOf(discord: Stage['discord'], id: string): string | undefined {
	for (const guild of discord.guilds.values()) {
		if (guild.id === id) return guild.name;
		const user = guild.nameOf('user', id);
		if (user !== undefined) return `@${user}`;
		const channel = guild.nameOf('channel', id);
		if (channel !== undefined) return `#${channel}`;
		const role = guild.nameOf('role', id);
		if (role !== undefined) return `role ${role}`;
	}
	return undefined;
}

/** A row of the bot's store as in the file: the key without the store's own prefix, the value as text. */
interface StoredRow {
	readonly key: string;
	readonly value: string;
}

const rowsSchema = z.array(z.object({ key: z.string(), value: z.string() }));
const prefix = 'claimcheck:';

/** All rows by their keys, and the bytes of the file; none if there is no file yet. Nothing can be written. */
async function readRows(
	file: string,
): Promise<{ readonly rows: readonly StoredRow[]; readonly size: number }> {
	const sizes = await Promise.all([file, `${file}-wal`].map(sizeOf));
	if (sizes[0] === 0) return { rows: [], size: 0 };
	const database = await open(file);
	try {
		const all = promisify(database.all.bind(database)) as (sql: string) => Promise<unknown>;
		const found = rowsSchema.parse(await all('SELECT key, value FROM keyv ORDER BY key'));
		const rows = found.map(({ key, value }) => ({
			key: key.startsWith(prefix) ? key.slice(prefix.length) : key,
			value,
		}));
		return { rows, size: sizes.reduce((sum, size) => sum + size, 0) };
	} finally {
		database.close();
	}
}

async function sizeOf(file: string): Promise<number> {
	const found = await stat(file).catch(() => undefined);
	return found?.size ?? 0;
}

function open(file: string): Promise<sqlite3.Database> {
	return new Promise((resolve, reject) => {
		const database = new sqlite3.Database(file, sqlite3.OPEN_READONLY, (error) => {
			if (error === null) resolve(database);
			else reject(error);
		});
	});
}

const maxRows = 20;
const snowflake = /\b\d{17,20}\b/g;
/** Hashes and encrypted texts: unreadable, and distinguished by their beginnings. */
const opaque = /[0-9a-f]{24,}|[A-Za-z0-9+/_-]{32,}={0,2}/g;

/** The name behind a Discord id, such as `@Maya`; undefined if it is unknown. */
type NameOfId = (id: string) => string | undefined;

/** The rows by the first word of their keys, each with a few of its rows, masked. */
function groupsOf(rows: readonly StoredRow[], nameOf: NameOfId): DatabaseGroup[] {
	const groups = new Map<string, StoredRow[]>();
	for (const row of rows) {
		const prefix = row.key.split(':')[0] ?? row.key;
		groups.set(prefix, [...(groups.get(prefix) ?? []), row]);
	}
	return [...groups].map(([prefix, found]) => ({
		prefix,
		count: found.length,
		rows: found.slice(0, maxRows).map((row) => maskRow(row, nameOf)),
	}));
}

/** A row for people: names in place of ids, and unreadable values shortened to their beginnings. */
function maskRow({ key, value }: StoredRow, nameOf: NameOfId): DatabaseRow {
	return { key: maskText(key, nameOf), value: maskText(bare(value), nameOf) };
}

function maskText(text: string, nameOf: NameOfId): string {
	return text
		.replaceAll(snowflake, (id) => nameOf(id) ?? `…${id.slice(-4)}`)
		.replaceAll(opaque, (found) => `${found.slice(0, 6)}…`);
}

/** The stored value, without its library's wrapping. */
function bare(value: string): string {
	try {
		const parsed: unknown = JSON.parse(value);
		const inner = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'value') : undefined;
		return JSON.stringify(inner ?? parsed);
	} catch {
		return value;
	}
}
