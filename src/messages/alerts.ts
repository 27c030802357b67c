import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { count, optionalNumber, snowflake, timestamp } from '../base/row-fields.js';
import type { BackgroundTask } from '../base/time/periodic-task.js';
import type { Ground } from '../ground.js';
import type { BotAccount } from '../servers/guild-facts.js';
import type { GuildSettingsStore } from '../servers/guild-settings.js';
import { roleObstacles } from '../servers/role-obstacle.js';
import type { ServedGuilds } from '../servers/served-guilds.js';
import { defineKind, type Next, type RowOf, Table } from '../storage/table.js';
import { Deliveries, postSchema } from './deliveries.js';
import type { Mailbox } from './mailbox.js';

/** The first members by id, and the number of further ones. */
const firstMembers = z.strictObject({ named: z.array(snowflake).max(20), more: count });
export type FirstMembers = Readonly<z.infer<typeof firstMembers>>;

/** A problem that lasts until a person solves it, as stored. Untrusted names, not shortened. */
const alertSchema = z.discriminatedUnion('kind', [
	/** In a server. `waiting`: members whose roles are delayed there. */
	z.strictObject({
		kind: z.literal('roles-blocked'),
		obstacle: z.enum(roleObstacles),
		roleId: z.string().optional(),
		waiting: count,
	}),
	z.strictObject({ kind: z.literal('bad-key'), problem: z.enum(['refused', 'sells-nothing']) }),
	/** The shop's user names of the account that the purchases belong to, and of the key's account. */
	z.strictObject({ kind: z.literal('other-account'), known: z.string(), seen: z.string() }),
	/** `since`: milliseconds since the epoch; `waiting`: members whose code is being retried. */
	z.strictObject({
		kind: z.literal('shop-down'),
		since: timestamp,
		waiting: count,
		reason: z.string().optional(),
	}),
	/** `since`: milliseconds since the epoch. */
	z.strictObject({ kind: z.literal('store-down'), since: timestamp, reason: z.string() }),
	/** The daily limit of purchases that may become invalid is reached. */
	z.strictObject({ kind: z.literal('revoking-stopped'), limit: count }),
	/** The first server's audit channel takes no messages. */
	z.strictObject({ kind: z.literal('audit-unwritable'), channelId: snowflake }),
	z.strictObject({ kind: z.literal('unserved'), guildId: snowflake, name: z.string() }),
	/** The difference to Discord's clock, in minutes. */
	z.strictObject({ kind: z.literal('clock-off'), minutes: count }),
	/** A backup, made at `madeAt` (milliseconds since the epoch), replaced a database. */
	z.strictObject({
		kind: z.literal('restored'),
		madeAt: timestamp,
		/** Members with fewer purchases than in the previous database, and members with more. */
		lost: firstMembers,
		gained: firstMembers,
		/** False if the previous database could not be read in full: more members may be affected. */
		isComplete: z.boolean(),
	}),
	z.strictObject({ kind: z.enum(['damaged', 'answered-elsewhere', 'empty-store', 'members-intent']) }),
]);

export type Alert = Readonly<z.infer<typeof alertSchema>>;

/** The subject of an alert, unique in a server: alerts with the same subject are the same. */
function subjectOf(alert: Alert): string {
	switch (alert.kind) {
		case 'roles-blocked':
			return rolesBlocked(alert);
		case 'unserved':
			return `unserved:${alert.guildId}`;
		default:
			return alert.kind;
	}
}

export function rolesBlocked({ obstacle, roleId }: Pick<RolesBlocked, 'obstacle' | 'roleId'>): string {
	// A cause shared by every role of the server.
	const isGuildWide = obstacle === 'missing-permission' || obstacle === 'guild-gone';
	return `roles-blocked:${obstacle}${isGuildWide || roleId === undefined ? '' : `:${roleId}`}`;
}

export type RolesBlocked = Extract<Alert, { kind: 'roles-blocked' }>;

/** An alert as a line. `solvedAt`: milliseconds since the epoch; absent while it lasts. */
export interface AlertLetter {
	readonly kind: 'alert';
	readonly alert: Alert;
	readonly solvedAt?: number | undefined;
}

/** Where alerts are shown: in a server's audit channel, or to an operator by direct message. */
export interface AlertPlaces {
	/** The name of their task. */
	readonly name: string;
	readonly mailbox: Mailbox<AlertLetter>;
	readonly guilds: GuildSettingsStore;
	readonly served: ServedGuilds;
	readonly account: BotAccount;
	readonly logger: Pick<Logger, 'warn'>;
}

/** Alerts that are active, or whose end isn't shown yet: by the server's id or `operator`, and the subject. */
export const alertKind = defineKind({
	prefix: 'alert:',
	schema: z.strictObject({
		v: z.literal(1),
		alert: alertSchema,
		/** All times are milliseconds since the epoch. */
		raisedAt: timestamp,
		changedAt: optionalNumber(timestamp),
		/** The message still shows it as active. */
		solvedAt: optionalNumber(timestamp),
		/** For operators, and the first server's audit channel doesn't accept it. */
		isForOwner: z.literal(true).optional(),
		/** The message is the last one: the end has no message of its own. */
		isLast: z.literal(true).optional(),
		post: postSchema.optional(),
	}),
});
type Row = RowOf<typeof alertKind>;
type Base = Pick<Ground, 'store'> & { readonly clock: Clock; readonly logger: Pick<Logger, 'error'> };

/** A growing alert is updated, and one that reached no one sent again, at most this often. */
const changeEveryMs = 30_000;

/** Alerts that every start detects again before Discord is ready: one that it doesn't detect is solved. */
const foundAtStart: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['clock-off', 'empty-store']);

/** Alerts that are detected again sooner or later if they last. Nothing reports their end. */
const foundLater: ReadonlySet<Alert['kind']> = new Set<Alert['kind']>(['damaged', 'answered-elsewhere']);

/**
 * Problems that people have to solve: each is one message, which is edited as it grows and when it is solved, across
 * restarts and processes. The end of an operator's problem is also a message, because an edit notifies no one.
 */
export class Alerts {
	readonly #ground: Base;
	readonly #rows: Table<Row>;
	/** The ids of all active alerts. */
	readonly #lasting = new Set<string>();
	/** The last change of each alert. */
	readonly #last = new Map<string, Promise<unknown>>();
	/** Undefined until Discord can be reached. */
	#deliveries: Deliveries<Row, AlertLetter> | undefined;

	constructor(ground: Base) {
		this.#ground = ground;
		this.#rows = new Table(alertKind, ground.store);
	}

	/** Shows alerts from now on. Never rejects. @returns the task that shows the earlier ones */
	async open(places: AlertPlaces): Promise<BackgroundTask> {
		const deliveries = new Deliveries(
			{
				name: places.name,
				rows: this.#rows,
				letter: async (row, id) => {
					const place = await placeOf(row, id, places);
					const letter = { kind: 'alert', alert: row.alert, solvedAt: row.solvedAt } as const;
					return place === undefined ? 'waits' : { place, letter };
				},
				shown,
				// An end that was sent as a message needs no further one.
				sent: (row): Row => (row.solvedAt === undefined ? row : { ...row, isLast: true }),
				closed,
				resendsIf: 'lost',
			},
			{ ...this.#ground, ...places },
		);
		await this.#queued('', () => this.#review());
		this.#deliveries = deliveries;
		return deliveries;
	}

	/** Raises an alert in a server, or for operators if no guild is given. Never rejects. */
	async raise(guildId: string | undefined, alert: Alert): Promise<void> {
		const id = idOf(guildId, subjectOf(alert));
		this.#lasting.add(id);
		await this.#queued(id, () => this.#raise(id, alert));
	}

	/** Solves an alert of any process. Resolves when that is posted or, before the start, noted. Never rejects. */
	async solve(guildId: string | undefined, subject: string): Promise<void> {
		const id = idOf(guildId, subject);
		this.#lasting.delete(id);
		await this.#queued(id, async () => {
			if (await this.#noteSolved(id)) await this.#deliveries?.attempt(id);
		});
	}

	/** True if an alert whose subject begins like this is active in the server, or for operators if no guild is given. */
	isLastingIn(guildId: string | undefined, subject: string): boolean {
		const start = idOf(guildId, subject);
		return [...this.#lasting].some((id) => id.startsWith(start));
	}

	/** Looks at the alerts of earlier processes. */
	async #review(): Promise<void> {
		for await (const { id, row } of this.#rows.all()) {
			const { kind } = row.alert;
			if (row.solvedAt !== undefined) continue;
			if (this.#lasting.has(id) || !(foundAtStart.has(kind) || foundLater.has(kind))) this.#lasting.add(id);
			else if (foundLater.has(kind)) await this.#rows.take(id);
			else await this.#noteSolved(id);
			await this.#rows.change(id, (now) => {
				// It may be accepted by now.
				if (now?.post?.state === 'closed') return unsent(now);
				// Its channel may have been deleted: an edit shows that.
				return now?.post?.state === 'sent' ? { ...now, post: { ...now.post, shown: undefined } } : undefined;
			});
		}
	}

	async #raise(id: string, alert: Alert): Promise<void> {
		const { clock } = this.#ground;
		const known = await this.#rows.get(id);
		// It returns before the message has shown its end, and gets a new message.
		if (known?.solvedAt !== undefined) await this.#deliveries?.attempt(id);
		await this.#rows.change(id, (row) => {
			const now = clock.now();
			if (row === undefined) return { v: 1, alert, raisedAt: now, changedAt: now };
			const { solvedAt, isLast: _, ...rest } = row;
			const isClosed = row.post?.state === 'closed';
			const isSame = isDeepStrictEqual(row.alert, alert) && !isClosed;
			const isShown = row.post !== undefined && now - (row.changedAt ?? 0) < changeEveryMs;
			if (solvedAt === undefined && (isSame || isShown)) return undefined;
			return { ...(isClosed ? unsent(rest) : rest), alert, changedAt: now };
		});
		await this.#deliveries?.attempt(id);
	}

	/** @returns false if there is no such alert */
	async #noteSolved(id: string): Promise<boolean> {
		const solvedAt = this.#ground.clock.now();
		const changed = await this.#rows.change(id, (row) => {
			if (row === undefined || row.solvedAt !== undefined) return undefined;
			const { post } = row;
			if (post === undefined || post.state === 'closed') return null;
			// No one knows of it yet.
			return { ...row, solvedAt, ...(post.state === 'sending' && { isLast: true }) };
		});
		return changed !== undefined;
	}

	/** Serializes the changes of each alert, so that the last one counts. */
	async #queued(id: string, work: () => Promise<void>): Promise<void> {
		const mine = (this.#last.get(id) ?? Promise.resolve())
			.then(work)
			.catch((err: unknown) => this.#ground.logger.error({ err }, 'An alert could not be stored'));
		this.#last.set(id, mine);
		await mine;
		if (this.#last.get(id) === mine) this.#last.delete(id);
	}
}

/** Undefined while there is no channel for it. */
async function placeOf(row: Row, id: string, { guilds, served, account }: AlertPlaces) {
	const guildId = guildIn(id);
	const [firstId] = served.ids;
	// Problems with the audit channel itself can't be reported there.
	const isForOwner = row.isForOwner === true || row.alert.kind === 'audit-unwritable';
	const channel = isForOwner ? undefined : await guilds.auditChannelOf(guildId);
	if (channel !== undefined) return channel;
	if (row.post?.state === 'sent') return { guildId: guildId ?? firstId ?? '', channelId: row.post.channelId };
	if (guildId !== undefined) return undefined;
	const [userId] = await account.operatorIds();
	if (userId === undefined) throw new Error('Discord names no owner of the application');
	return { guildId: firstId, userId };
}

/** Followed until its end is shown. The end of a problem of operators then has a message of its own. */
function shown(row: Row, id: string): Next<Row> {
	const { alert, solvedAt, isLast } = row;
	// It has no solution.
	if (alert.kind === 'restored') return null;
	if (solvedAt === undefined) return undefined;
	// A member who leaves a server by the alert's own button sees the edit.
	const isSeen = isLast === true || guildIn(id) !== undefined || alert.kind === 'unserved';
	return isSeen ? null : { ...unsent(row), isLast: true };
}

function closed(row: Row, id: string): Row | null {
	if (row.solvedAt !== undefined) return null;
	return guildIn(id) === undefined && row.isForOwner !== true
		? { ...unsent(row), isForOwner: true }
		: { ...row, post: { state: 'closed' } };
}

function unsent({ post: _, ...row }: Row): Row {
	return row;
}

const operator = 'operator';

function idOf(guildId: string | undefined, subject: string): string {
	return `${guildId ?? operator}:${subject}`;
}

function guildIn(id: string): string | undefined {
	const place = id.split(':', 1)[0];
	return place === operator ? undefined : place;
}
