import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClaimKeys } from '../../src/claims/claim-keys.js';
import { openClaimStore } from '../../src/claims/claim-store.js';
import type { ListedItem } from '../../src/marketplace/schemas.js';
import { type Alert, type AlertLetter, Alerts } from '../../src/messages/alerts.js';
import type { NoticeLetter } from '../../src/messages/notices.js';
import type { BotAccount } from '../../src/servers/guild-facts.js';
import type { GuildSettingsStore } from '../../src/servers/guild-settings.js';
import { ServedGuilds } from '../../src/servers/served-guilds.js';
import type { AppealLetter } from '../../src/services/moderation/appeal-cards.js';
import type { DisputeLetter } from '../../src/services/moderation/dispute-cards.js';
import { type PanelLetter, Panels } from '../../src/services/setup/panels.js';
import { Announcements, type UpdateLetter } from '../../src/services/updates/announcements.js';
import { recordNews } from '../../src/services/updates/item-news.js';
import { Limits } from '../../src/storage/rate-limits.js';
import type { Store } from '../../src/storage/store.js';
import { claimSecret, codeNumber, samplePurchase } from '../claims/sample-claims.js';
import { sampleSettings } from '../servers/checkup/fake-guild.js';
import { caseParts, moderator } from '../services/moderation/case-world.js';
import { allBackEnds, type TestPlace } from '../storage/back-ends.js';
import { floor } from '../world/floor.js';
import { Doom, PostOffice } from './post-office.js';

const guildId = '100000000000000001';
const userId = '200000000000000001';
const claimantId = '200000000000000002';
const channelId = '300000000000000001';
const minute = 60_000;

type Parts = ReturnType<PostOffice['process']>;

interface Process {
	/** The steps in order. After a kill, the next process repeats the last one. */
	readonly acts: readonly (() => Promise<unknown>)[];
	stop(): Promise<void>;
}

interface Kind {
	readonly name: string;
	readonly hasFirstLine?: boolean;
	start(parts: Parts, office: PostOffice): Promise<Process>;
	words(letter: unknown, files: readonly string[]): string;
	/**
	 * The messages that a kill may leave in the end, sorted; each must occur. The last entry is the result without a
	 * kill.
	 */
	readonly shown: readonly (readonly string[])[];
}

/** An alert that grows and is solved. */
async function startAlerts(parts: Parts, office: PostOffice, place: string | undefined): Promise<Process> {
	const alert = (waiting: number): Alert => ({ kind: 'shop-down', since: 1, waiting });
	const alerts = new Alerts(parts);
	const task = await alerts.open({
		...parts,
		name: 'alerts',
		guilds: floor<GuildSettingsStore>({ auditChannelOf: async () => ({ guildId, channelId }) }),
		served: new ServedGuilds([guildId]),
		account: floor<BotAccount>({ operatorIds: async () => [userId] }),
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

/** The services of cases in one server. */
async function openCases(parts: Parts) {
	const { store, clock } = parts;
	const claims = await openClaimStore({ store, claimSecret, clock, report: { damaged: () => {} } });
	const services = caseParts({
		...{ ...parts, claims },
		download: async (addresses) =>
			addresses.map((_, at) => ({ name: `${at + 1}.png`, attachment: Buffer.from('') })),
		served: { serves: () => true, ids: [guildId] },
		guilds: { auditChannelOf: async () => ({ guildId, channelId }) },
		discord: { membershipOf: async () => 'member' },
		unguessable: { below: () => 0 },
		audit: { write: () => {} },
	});
	services.notices.start();
	return services;
}

/** Two accounts claim a purchase: staff move it, undo that, and leave it. */
async function startDisputes(parts: Parts): Promise<Process> {
	const { store, clock } = parts;
	const [hash, reference] = [new ClaimKeys(claimSecret).hash(codeNumber(1)), 'BCD-FGH'];
	const { claims, disputes, moderation, notices, cards } = await openCases(parts);
	cards.start();
	const decide = async (act: 'move' | 'leave') =>
		await disputes.decide(reference, { act, why: '', revision: undefined }, moderator);
	return {
		acts: [
			async () => {
				await claims.claim(codeNumber(1), { userId, guildId, purchase: samplePurchase() });
				const refusal = { v: 1, at: clock.now(), guildId, userId: claimantId, why: 'taken', hash };
				await store.transact(async (tx) => tx.put('ref:BCDFGH', refusal));
				await disputes.open(reference, { userId: claimantId, guildId }, '');
			},
			() => disputes.keep(reference, userId),
			() => decide('move'),
			async () => {
				const { undoUntil, revision = 0 } = (await claims.moderated.byHash(hash)) ?? {};
				if (undoUntil !== undefined) await moderation.undo(hash, revision, moderator);
			},
			() => decide('leave'),
		],
		stop: async () => void (await Promise.all([notices.stop(), cards.stop()])),
	};
}

/** A member sends a request without a code, with two images; staff refuse it. */
async function startAppeals(parts: Parts): Promise<Process> {
	const { appeals, appealCards, appealRows, notices } = await openCases(parts);
	// Staff can only decide on a card.
	await appealCards.pass();
	appealCards.start();
	const uploads = ['picture-1', 'picture-2'].map((address) => ({ address, size: 9 }));
	const request = { note: 'I bought it.', uploads, answered: undefined };
	return {
		acts: [
			() => appeals.send({ userId, guildId }, request),
			async () => {
				for (const { reference } of await appealRows.all())
					await appeals.decide(reference, userId, { act: 'refuse', why: 'no' }, { ...moderator, guildId });
			},
		],
		stop: async () => void (await Promise.all([notices.stop(), appealCards.stop()])),
	};
}

const kinds: readonly Kind[] = [
	{
		name: 'a request without a code, with its pictures',
		start: startAppeals,
		words: (letter, files) =>
			(letter as AppealLetter | NoticeLetter).kind === 'appeal'
				? `${(letter as AppealLetter).facts.state}, ${files}`
				: (letter as NoticeLetter).notice.kind,
		shown: [[], [`${userId}: appeal`, `${channelId}: refused, 1.png,2.png`]],
	},
	{
		name: 'a dispute, in its card and in the messages to both sides',
		hasFirstLine: true,
		start: startDisputes,
		words: (letter) =>
			(letter as DisputeLetter | NoticeLetter).kind === 'dispute'
				? `${(letter as DisputeLetter).facts.state}, ${(letter as DisputeLetter).facts.asked?.answer}`
				: (letter as NoticeLetter).notice.kind,
		shown: [
			[],
			// A dispute that ended before staff saw it needs no card.
			[`${userId}: asked`, `${claimantId}: stays`],
			[`${userId}: asked`, `${claimantId}: stays`, `${channelId}: left, none`],
			[`${userId}: asked`, `${claimantId}: stays`, `${channelId}: left, theirs`],
			[`${userId}: asked`, `${userId}: lost`, `${claimantId}: yours`, `${channelId}: moved, theirs`],
			[
				...[`${userId}: asked`, `${userId}: undone`],
				...[`${claimantId}: stays`, `${claimantId}: undone`, `${channelId}: left, theirs`],
			],
		],
	},
	{
		name: 'an alert in a server',
		start: (parts, office) => startAlerts(parts, office, guildId),
		words: alertWords,
		// A problem that ended before it was posted needs no message.
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
			const panels = new Panels(
				floor({
					...parts,
					limits: new Limits(parts),
					guilds: { get: async () => sampleSettings({}) },
					served: { serves: () => true },
					discord: { factsOf: () => undefined, isPanelThere: async () => true },
					audit: { write: () => {} },
				}),
			);
			panels.start();
			const content = { title: 'Hello' };
			const request = { guildId, channelId, userId };
			return {
				acts: [
					() => panels.post(request).catch(() => {}),
					// A manager who got no reply asks again.
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
		async start(parts) {
			const settings = sampleSettings({ updates: { channelId, since: 0 } });
			const announcements = new Announcements(
				floor({
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
					clock: { ...parts.clock, isTrusted: () => true },
				}),
			);
			return {
				acts: [
					async () => {
						for (const ids of [[2], [2, 1]])
							await recordNews(
								ids.map((id) => ({ id, version: undefined })),
								floor({ ...parts, logger: { info: () => {}, warn: () => {} } }),
							);
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

/** A short pause, and one after which Discord no longer recognizes a nonce. */
const pauses = [0, 20 * minute];

/** Runs in memory, and in `npm run test:proof` on each back end. */
const backEnds = process.env['OTHER_BACK_ENDS'] === undefined ? [undefined] : await allBackEnds();

for (const backEnd of backEnds)
	describe.skipIf(backEnd?.missing !== undefined)(`on ${backEnd?.name ?? 'a map'}`, () => {
		let store: Store | undefined;
		if (backEnd !== undefined) {
			let place: TestPlace;
			beforeAll(async () => {
				place = await backEnd.makePlace();
				store = await place.open();
			});
			afterAll(async () => {
				await store?.close();
				await place.remove();
			});
		}

		const processIn = (office: PostOffice, doom?: Doom): Parts => office.process(doom, store);

		describe.each(kinds)('$name', ({ start, words, shown, hasFirstLine = false }) => {
			const open = async (): Promise<PostOffice> => {
				const keys: string[] = [];
				for await (const { key } of store?.list('') ?? []) keys.push(key);
				await store?.transact(async (tx) => {
					for (const key of keys) tx.remove(key);
				});
				return Object.assign(new PostOffice(), { hasFirstLine });
			};
			const whole = shown.at(-1);
			const shownIn = (office: PostOffice): string[] =>
				[...office.messages.values()]
					.map(({ to, letter, files }) => `${to}: ${words(letter, files)}`)
					.toSorted();

			async function live(parts: Parts, office: PostOffice): Promise<void> {
				const { acts, stop } = await start(parts, office);
				for (const act of acts) {
					await act();
					await office.quiet();
				}
				await stop();
			}

			async function resume(office: PostOffice): Promise<void> {
				const { acts, stop } = await start(processIn(office), office);
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
						const [office, doom] = [await open(), new Doom(left)];
						const life = live(processIn(office, doom), office);
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

			it('is shown once by two concurrent processes', async () => {
				const office = await open();
				const [one, other] = [await start(processIn(office), office), await start(processIn(office), office)];
				for (const [index, act] of one.acts.entries()) {
					await Promise.all([act(), other.acts[index]?.()]);
					await office.quiet();
				}
				await Promise.all([one.stop(), other.stop()]);
				expect(shownIn(office)).toEqual(whole);
			});

			it('is shown once if a request arrives after another process has looked for the message', async () => {
				const office = await open();
				const one = await start(processIn(office), office);
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
				const other = await start(processIn(office), office);
				await other.acts[0]?.();
				await office.quiet();
				arrive();
				await office.quiet();
				await late;
				expect(office.log.filter((it) => it === 'send')).toHaveLength(office.messages.size + 1);
				for (const act of acts) {
					await act();
					await office.quiet();
				}
				await Promise.all([one.stop(), other.stop()]);
				expect(shownIn(office)).toEqual(whole);
			});

			it('is shown once if the response to a request was lost', async () => {
				for (let [lost, isLost] = [1, true]; isLost; lost += 1) {
					const office = await open();
					office.losing = lost;
					await live(processIn(office), office);
					isLost = office.losing <= 0;
					office.losing = Number.POSITIVE_INFINITY;
					office.warned.length = 0;
					office.now += 20 * minute;
					await resume(office);
					expect({ lost, found: shownIn(office), shown }).toEqual({ lost, found: whole, shown });
				}
			});
		});
	});
