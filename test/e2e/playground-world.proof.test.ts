import { Playground } from '@claimcheck/sandbox/playground/playground';
import type {
	BotState,
	DatabaseState,
	LogEntry,
	ServerState,
	ShopState,
	ShownItem,
	ShownPurchase,
	WorldActs,
} from '@claimcheck/sandbox/playground/world/world-state';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, buyerRoleGiven, hasBuyerRole, verify } from './acts.js';
import { headline, readable } from './reading.js';

const day = 86_400_000;

describe('the world of the playground, with the production bot', () => {
	let playground: Playground;
	let stage: Stage;

	beforeAll(async () => {
		playground = await Playground.open({ root: process.cwd(), port: 0, onStep: () => undefined });
		stage = playground.stage;
	});
	afterAll(() => playground?.close());

	async function act<Name extends keyof WorldActs>(name: Name, args: WorldActs[Name]): Promise<unknown> {
		const run = playground.world.acts[name];
		if (run === undefined) throw new Error(`There is no act called ${name}`);
		return run(args);
	}
	const part = <State>(name: string) => playground.world.parts()[name] as State;
	const buy = async (): Promise<ShownPurchase> => {
		const [item] = (await act('shop-find', { text: 'aurora' })) as ShownItem[];
		return (await act('shop-buy', {
			itemId: item?.id ?? 0,
			licenceType: 'regular',
			hasSupport: true,
		})) as ShownPurchase;
	};

	it('opens with the panel in #verify, and without an alert', () => {
		const inChannel = (id: string) => stage.discord.messages.inChannel(id).map(({ current }) => current);
		expect(readable(inChannel(stage.channels.verify)[0] as never)).toContain('Verify');
		expect(inChannel(stage.channels.audit).map(readable).join('\n')).not.toMatch(/empty|not as the bot/);
	});

	it('sells a code that verifies, refunds it, and takes the refund back', async () => {
		const { code, itemName } = await buy();
		expect(itemName).toContain('Aurora');
		await act('shop-refund', { code, isRefunded: true });
		const refused = await verify(stage.newPerson('Ada'), code);
		expect(headline(refused)).not.toContain('✅');
		await act('shop-refund', { code, isRefunded: false });
		expect(headline(await verify(stage.newPerson('Ben'), code))).toBe('✅ Purchase verified');
		expect(part<ShopState>('shop').purchases[0]).toMatchObject({ code, isRefunded: false });
	});

	it('renews support by half a year, and ends it', async () => {
		const { code, supportedUntil = 0 } = await buy();
		const ends = () => part<ShopState>('shop').purchases.find((it) => it.code === code)?.supportedUntil;
		await act('shop-support', { code, change: 'renew' });
		expect(ends()).toBe(supportedUntil + 182 * day);
		await act('shop-support', { code, change: 'end' });
		expect(ends()).toBeLessThanOrEqual(stage.discord.now());
	});

	it('lets the shop fail in each way, one at a time', async () => {
		await act('shop-fault', { fault: 'maintenance-503' });
		await act('shop-fault', { fault: '500' });
		expect(part<ShopState>('shop').fault).toBe('500');
		const person = stage.newPerson('Cleo');
		const { code } = await buy();
		const asked = person.chatInput('verify', { code });
		await asked.edited((message) => readable(message).includes('I’ll keep trying'));
		await act('shop-fault', { fault: null });
		expect(part<ShopState>('shop').fault).toBeUndefined();
		await asked.edited((message) => readable(message).includes('Purchase verified'));
	});

	it('sells other items, at other prices, and the bot lists none of the hostile ones as anything but text', async () => {
		await act('shop-change-item', { itemId: 20114, regularPrice: 31, version: '9.9.9' });
		const [aurora] = (await act('shop-find', { text: '20114' })) as ShownItem[];
		expect(aurora).toMatchObject({ regularPrice: 31, version: '9.9.9' });
		await act('shop-catalogue', { catalogue: 'large' });
		expect(part<ShopState>('shop')).toMatchObject({ catalogue: 'large', itemCount: 10_000 });
		await act('shop-catalogue', { catalogue: 'hostile' });
		const found = (await act('shop-find', { text: 'onerror' })) as ShownItem[];
		const bought = (await act('shop-buy', {
			itemId: found[0]?.id ?? 0,
			licenceType: 'regular',
			hasSupport: false,
		})) as ShownPurchase;
		// The local Discord refuses what Discord would refuse, so an answer is one that it takes.
		expect(headline(await verify(stage.newPerson('Dora'), bought.code))).toBe('✅ Purchase verified');
		await act('shop-catalogue', { catalogue: 'usual' });
	});

	it('blocks the role by its place, and by the bot’s right, and gives it once both are mended', async () => {
		const above = () =>
			stage.guild.rolesFromBelow().findIndex(({ id }) => id === stage.roles.buyer.id) >
			stage.guild.rolesFromBelow().findIndex(({ id }) => id === stage.guild.botRole.id);
		const roleId = stage.roles.buyer.id;
		while (!above()) await act('server-move-role', { roleId, direction: 'up' });
		await act('server-manage-roles', { isOn: false });
		expect(part<ServerState>('server').botMayManageRoles).toBe(false);
		const person = stage.newPerson('Emil');
		await verify(person, (await buy()).code);
		expect(hasBuyerRole(stage, person)).toBe(false);
		await act('server-manage-roles', { isOn: true });
		while (above()) await act('server-move-role', { roleId, direction: 'down' });
		await buyerRoleGiven(stage, person);
	});

	it('lets members join, leave, come back and be timed out', async () => {
		const userId = String(await act('server-join', { name: 'Fay Newcomer' }));
		const known = () => part<ServerState>('server').people.find((it) => it.userId === userId);
		expect(known()).toMatchObject({ name: 'Fay Newcomer', isMember: true });
		await act('server-time-out', { userId, isOn: true });
		expect(known()?.isTimedOut).toBe(true);
		await act('server-membership', { userId, isMember: false });
		expect(known()?.isMember).toBe(false);
		await act('server-membership', { userId, isMember: true });
		expect(known()).toMatchObject({ isMember: true, isTimedOut: false });
		await expect(act('server-join', { name: '  ' })).rejects.toThrow(/name/);
	});

	it('keeps the audit channel from the bot, and gives it back', async () => {
		await act('server-audit', { state: 'unwritable' });
		expect(part<ServerState>('server').audit.isWritable).toBe(false);
		await act('server-audit', { state: 'writable' });
		const person = stage.newPerson('Gus');
		await verify(person, (await buy()).code);
		await auditLine(stage, person.id);
	});

	it('kills the bot and starts it again on what it has stored', async () => {
		const { code } = await buy();
		await verify(stage.people.buyer, code);
		const before = part<BotState>('bot').first.pid;
		await act('bot-process', { which: 'first', what: 'kill' });
		expect(part<BotState>('bot').first).toMatchObject({ state: 'ended', ending: /SIGKILL/ });
		await act('bot-process', { which: 'first', what: 'start' });
		const { first } = part<BotState>('bot');
		expect(first.state).toBe('running');
		expect(first.pid).not.toBe(before);
		expect(headline(await verify(stage.people.friend, code))).toBe('⛔ This code is in use');
	});

	it('gives the bot the shop’s new key', async () => {
		await act('shop-new-key', {});
		expect(part<ShopState>('shop').isKeyForeign).toBe(true);
		await act('shop-give-key', {});
		expect(part<ShopState>('shop').isKeyForeign).toBe(false);
		expect(headline(await verify(stage.newPerson('Hal'), (await buy()).code))).toBe('✅ Purchase verified');
	});

	it('moves the clock of all', async () => {
		const before = stage.discord.now();
		await act('clock-advance', { ms: 30 * day });
		expect(stage.discord.now() - before).toBeGreaterThanOrEqual(30 * day);
		await expect(act('clock-advance', { ms: -day })).rejects.toThrow();
	});

	it('shows what the database holds: names in place of ids, no code, no fingerprint whole', async () => {
		const { code } = await buy();
		await verify(stage.people.buyer, code);
		await act('database-read', {});
		const { groups, problem, size } = part<DatabaseState>('database');
		expect(problem).toBeUndefined();
		expect(size).toBeGreaterThan(0);
		expect(groups.map(({ prefix }) => prefix)).toEqual(expect.arrayContaining(['claim', 'member', 'meta']));
		const text = JSON.stringify(groups);
		expect(text).toContain('@Maya');
		for (const purchase of stage.marketplace.purchases) expect(text).not.toContain(purchase.code);
		expect(text).not.toMatch(/[0-9a-f]{24}/);
	});

	it('shows the log, in which no code ever stands', () => {
		const entries = part<readonly LogEntry[]>('log');
		expect(entries.some(({ message }) => message === 'Responded to a verification')).toBe(true);
		const text = JSON.stringify(entries);
		for (const { code } of stage.marketplace.purchases) expect(text).not.toContain(code);
		expect(entries.map(({ number }) => number)).toEqual(
			[...entries.keys()].map((index) => index + (entries[0]?.number ?? 0)),
		);
	});
});
