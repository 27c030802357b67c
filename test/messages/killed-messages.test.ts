import { describe, expect, it } from 'vitest';
import { type PanelLetter, Panels } from '../../src/guilds/panels.js';
import type { ListedItem } from '../../src/marketplace/schemas.js';
import type { Alert } from '../../src/notifications/alert.js';
import { type AlertLetter, Alerts } from '../../src/notifications/alerts.js';
import type { Notice } from '../../src/notifications/notice.js';
import { Notices } from '../../src/notifications/notices.js';
import { Limits } from '../../src/storage/rate-limits.js';
import { Announcements, type UpdateLetter } from '../../src/updates/announcements.js';
import { readNews, recordList } from '../../src/updates/news-log.js';
import { sampleSettings } from '../guilds/checkup/fake-guild.js';
import { Doom, PostOffice } from './post-office.js';

const guildId = '100000000000000001';
const userId = '200000000000000001';
const channelId = '300000000000000001';
const minute = 60_000;

type Parts = ReturnType<PostOffice['process']>;

interface Process {
	/** In order. The last one is repeated by the process after a kill. */
	readonly acts: readonly (() => Promise<unknown>)[];
	stop(): Promise<void>;
}

interface Kind {
	readonly name: string;
	readonly hasFirstLine?: boolean;
	start(parts: Parts, office: PostOffice): Promise<Process>;
	words(letter: unknown): string;
	/** The messages that a kill may leave in the end; each is seen. Last: without one. */
	readonly shown: readonly (readonly string[])[];
}

const notice: Notice = { kind: 'lost', how: 'moved', purchase: { name: 'Aurora', ending: '3a8c' } };

/** Grows, and is solved. */
async function startAlerts(parts: Parts, office: PostOffice, place: string | undefined): Promise<Process> {
	const alert = (waiting: number): Alert => ({ kind: 'shop-down', since: 1, waiting });
	const alerts = new Alerts(parts);
	const task = await alerts.open({
		...parts,
		name: 'alerts',
		channelOf: async () => ({ guildId, channelId }),
		served: { ids: [guildId] },
		account: { operatorIds: async () => [userId] },
	});
	task.start();
	return {
		acts: [
			() => alerts.raise(place, alert(1)),
			async () => {
				office.now += minute;
				await alerts.raise(place, alert(2));
			},
			() => alerts.solve(place, 'shop-down'),
		],
		stop: () => task.stop(),
	};
}

const alertWords = (letter: unknown): string => {
	const { alert, solvedAt } = letter as AlertLetter;
	const waiting = 'waiting' in alert ? alert.waiting : 0;
	return solvedAt === undefined ? `${waiting} wait` : 'solved';
};

const kinds: readonly Kind[] = [
	{
		name: 'a notice',
		hasFirstLine: true,
		async start(parts) {
			const notices = new Notices({ ...parts, served: { serves: () => true } });
			notices.start();
			return {
				acts: [() => notices.notify(userId, guildId, notice, 'a')],
				stop: () => notices.stop(),
			};
		},
		words: (letter) => JSON.stringify(letter),
		shown: [[`${userId}: ${JSON.stringify({ kind: 'notice', notice })}`]],
	},
	{
		name: 'an alert in a server',
		start: (parts, office) => startAlerts(parts, office, guildId),
		words: alertWords,
		// A problem that ended before it was said needs no message.
		shown: [[], [`${channelId}: solved`]],
	},
	{
		name: 'an alert for operators, whose end is a message of its own',
		start: (parts, office) => startAlerts(parts, office, undefined),
		words: alertWords,
		shown: [[], [`${channelId}: solved`], [`${channelId}: solved`, `${channelId}: solved`]],
	},
	{
		name: 'a panel',
		async start(parts) {
			const panels = new Panels({
				...parts,
				limits: new Limits(parts),
				guilds: { get: async () => sampleSettings({}) },
				served: { serves: () => true },
				discord: { factsOf: () => undefined, isPanelThere: async () => true },
				report: { panel: () => {} },
			});
			panels.start();
			const content = { title: 'Hello' };
			const request = { guildId, channelId, userId };
			return {
				acts: [
					() => panels.post(request).catch(() => {}),
					// A manager who was not answered asks again.
					async () => {
						await panels.post(request).catch(() => {});
						await panels.rewrite(request, () => content).catch(() => {});
					},
				],
				stop: () => panels.stop(),
			};
		},
		words: (letter) => (letter as PanelLetter).content.title ?? 'as it comes',
		shown: [[`${channelId}: Hello`]],
	},
	{
		name: 'an announcement',
		async start(parts, office) {
			const settings = sampleSettings({ updates: { channelId, since: 0 } });
			const announcements = new Announcements({
				...parts,
				catalog: {
					follow: () => {},
					snapshot: () => ({ items: [], state: 'ready', loadedAt: Number.POSITIVE_INFINITY }),
					get: (id) => ({ id, category: 'Themes' }) as ListedItem,
				},
				guilds: {
					get: async () => settings,
					async *all() {
						yield { guildId, settings };
					},
				},
				served: { serves: () => true },
				clockGuard: { isTrusted: () => true },
			});
			return {
				acts: [
					async () => {
						if ((await readNews(parts.store)) === undefined)
							await recordList(parts.store, 100, [{ id: 1, isNew: true }], office.now);
						announcements.start();
					},
				],
				stop: () => announcements.stop(),
			};
		},
		words: (letter) => `${(letter as UpdateLetter).news.map(({ item }) => item.id)}`,
		shown: [[`${channelId}: 1`]],
	},
];

/** A short time, and one after which Discord no longer recognizes a nonce. */
const pauses = [0, 20 * minute];

describe.each(kinds)('$name', ({ start, words, shown, hasFirstLine = false }) => {
	const open = (): PostOffice => Object.assign(new PostOffice(), { hasFirstLine });
	const whole = shown.at(-1);
	const shownIn = (office: PostOffice): string[] =>
		[...office.messages.values()].map(({ to, letter }) => `${to}: ${words(letter)}`);

	async function live(parts: Parts, office: PostOffice): Promise<void> {
		const { acts, stop } = await start(parts, office);
		for (const act of acts) {
			await act();
			await office.quiet();
		}
		await stop();
	}

	/** After a kill. */
	async function resume(office: PostOffice): Promise<void> {
		const { acts, stop } = await start(office.process(), office);
		await acts.at(-1)?.();
		await office.quiet();
		await stop();
		expect(office.warned).toEqual([]);
	}

	it.each(pauses)(
		'is shown once, wherever a process is killed, if the next one starts after %s ms',
		async (pause) => {
			const seen = new Set<string>();
			for (let [left, isKilled] = [1, true]; isKilled; left += 1) {
				const [office, doom] = [open(), new Doom(left)];
				const life = live(office.process(doom), office);
				await Promise.race([life, doom.death]);
				isKilled = doom.isDead;
				doom.left = 0;
				office.now += pause;
				await resume(office);
				const found = shownIn(office);
				expect({ left, found, shown }).toEqual({ left, found: expect.toBeOneOf([...shown]), shown });
				seen.add(String(found));
				if (!isKilled) expect(found).toEqual(whole);
			}
			expect(seen).toEqual(new Set(shown.map(String)));
		},
	);

	it('is shown once by two processes together', async () => {
		const office = open();
		const [one, other] = [await start(office.process(), office), await start(office.process(), office)];
		for (const [index, act] of one.acts.entries()) {
			await Promise.all([act(), other.acts[index]?.()]);
			await office.quiet();
		}
		await Promise.all([one.stop(), other.stop()]);
		expect(shownIn(office)).toEqual(whole);
	});

	it('is shown once if a request arrives after another process has looked for it', async () => {
		const office = open();
		const [one, other] = [await start(office.process(), office), await start(office.process(), office)];
		let arrive = (): void => {};
		office.onRequest = async (what) => {
			if (what !== 'send') return undefined;
			office.onRequest = async () => undefined;
			await new Promise<void>((resolve) => {
				arrive = resolve;
			});
			return undefined;
		};
		const [first, ...acts] = one.acts;
		const late = first?.();
		await office.quiet();
		await other.acts[0]?.();
		await office.quiet();
		arrive();
		await office.quiet();
		await late;
		expect(office.log.filter((it) => it === 'send')).toHaveLength(2);
		for (const act of acts) await act();
		await office.quiet();
		await Promise.all([one.stop(), other.stop()]);
		expect(shownIn(office)).toEqual(whole);
	});

	it('is shown once if the answer to a request was lost', async () => {
		for (let [lost, isLost] = [1, true]; isLost; lost += 1) {
			const office = open();
			office.losing = lost;
			await live(office.process(), office);
			isLost = office.losing <= 0;
			office.losing = Number.POSITIVE_INFINITY;
			office.warned.length = 0;
			office.now += 20 * minute;
			await resume(office);
			expect({ lost, found: shownIn(office), shown }).toEqual({ lost, found: whole, shown });
		}
	});
});
