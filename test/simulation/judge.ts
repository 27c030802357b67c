import { claimPrefix } from '../claim-row.js';
import { type ClaimState, holdersOf, parsedState } from '../world/claim-states.js';
import { wrongNews } from '../world/news.js';
import { wrongRoles } from '../world/owed.js';
import { hourMs } from '../world/servers.js';
import type { SimulatedWorld } from './simulated-world.js';

const maxRefusals = 10;
/** After this many refusals, no further call is made. */
const budget = 7;
/** The maximum number of lost responses that count; more would let an outage use up the budget. */
const maxUnheard = 3;

/** The faults after a long enough quiet time: empty if all is well. */
export function judge(world: SimulatedWorld): string[] {
	const { store } = world;
	const claims = store.keys(claimPrefix).map((key) => ({
		hash: key.slice(claimPrefix.length),
		state: parsedState(store.read(key)),
	}));
	return [
		...store.keys('sync:').map((key) => `waits for ever: ${key}`),
		...claims.flatMap(({ hash, state }) => withoutEntry(world, hash, state)),
		...wrongRoles(
			world,
			claims.map(({ state }) => state),
		),
		...refusals(world),
		...store.keys('dispute:').flatMap((key) => unsettled(store, key)),
		...store.keys('notice:').flatMap((key) => unnotified(world, key)),
		...notifiedTwice(world),
		...shownCodes(world),
		// A process that doesn't trust its clock learns no items, so it may have missed the first list.
		...wrongNews(world).filter((it) => !world.climate.hasWrongClocks || !it.startsWith('not announced')),
	];
}

/** Finds a code that is stored or shown anywhere, however it is spelled. */
function shownCodes({ store, shop, audit, messages }: SimulatedWorld): string[] {
	const fold = (value: unknown): string =>
		JSON.stringify(value)
			.toLowerCase()
			.replaceAll(/[^a-z0-9]/g, '');
	const [rows, said] = [fold([...store.values()]), fold([audit, messages.posted])];
	return shop.sold.flatMap(({ code }) => [
		...(rows.includes(fold(code)) ? [`a row holds the code ${code}`] : []),
		...(said.includes(fold(code)) ? [`an audit line or a message tells the code ${code}`] : []),
	]);
}

/** A holder whose index entries do not name the claim can neither delete nor find it. */
function withoutEntry({ store }: SimulatedWorld, hash: string, state: ClaimState): string[] {
	return holdersOf(state)
		.filter((userId) => store.read(`member:${userId}:${hash}`) === undefined)
		.map((userId) => `${userId} holds ${hash}, and no entry of theirs says so`);
}

function refusals({ discord, sometimes }: SimulatedWorld): string[] {
	return [...discord.refusals].flatMap(([guildId, refused]) => {
		const within = refused.map(({ at }) => {
			const counted = refused.filter(({ isOutage }) => !isOutage);
			const later = counted.filter((it) => it.at >= at && it.at < at + 6 * hourMs);
			if (later.length >= budget) sometimes.note('the budget of refused calls is spent');
			const unheard = later.filter(({ isHeard }) => !isHeard).length;
			return later.length - Math.max(0, unheard - maxUnheard);
		});
		const most = Math.max(0, ...within);
		return most > maxRefusals ? [`${most} refusals within 6 h in ${guildId}`] : [];
	});
}

function unsettled(store: SimulatedWorld['store'], key: string): string[] {
	const { state, isSettled, post, hash, claimantId } = store.read(key) as {
		readonly state: string;
		readonly isSettled?: boolean;
		readonly post?: { readonly state: string };
		readonly hash: string;
		readonly claimantId: string;
	};
	if (state !== 'open') return isSettled === true ? [] : [`is never settled: ${key}`];
	const { letters = [] } = (store.read('open-disputes') ?? {}) as { readonly letters?: readonly string[] };
	const claim = parsedState(store.read(claimPrefix + hash));
	return [
		...(post?.state === 'sent' ? [] : [`the staff have no card: ${key}`]),
		...(letters.some((each) => key.endsWith(each)) ? [] : [`is open and not counted: ${key}`]),
		...(holdersOf(claim).includes(claimantId) ? [`is open, and its claimant has it: ${key}`] : []),
	];
}

function unnotified({ store }: SimulatedWorld, key: string): string[] {
	const { post } = store.read(key) as { post?: { state: string; shown?: string } };
	const { state, shown } = post ?? { state: 'waiting', shown: undefined };
	// A claim that an undo may change is watched for longer.
	return state === 'done' || state === 'closed' || shown !== undefined
		? []
		: [`is never notified (${state}): ${key}`];
}

function notifiedTwice({ messages }: SimulatedWorld): string[] {
	const seen = new Map<string, number>();
	for (const { to, nonce, content } of messages.posted) {
		if (content.startsWith('update ')) continue;
		seen.set(`${to} ${nonce}`, (seen.get(`${to} ${nonce}`) ?? 0) + 1);
	}
	return [...seen].flatMap(([message, times]) => (times > 1 ? [`notified ${times} times: ${message}`] : []));
}
