import { expect, it } from 'vitest';
import { rowKinds } from '../../src/row-kinds.js';
import { Life } from '../world/life.js';
import { codeOf, dayMs, hourMs, userIds } from '../world/servers.js';
import { startProcess } from '../world/still-process.js';
import { stillWorld } from '../world/still-world.js';

it('every task still processes the other rows if one row of each kind is damaged', async () => {
	const world = stillWorld();
	const [buyer, friend] = userIds;
	const { home, schedule, store, shop, messages } = world;
	const earlier = await startProcess(world, store.lineFor({ name: 'a', isDead: false, step() {} } as never));
	const asked = { guildId: home.id, userId: buyer, input: codeOf(0), heldRoles: undefined };
	await earlier.commands.verification.verify(asked);
	await earlier.settle();
	earlier.kill();
	schedule.jump(8 * dayMs);
	home.members.get(buyer)?.roleIds.clear();
	for (const { prefix } of rowKinds) if (prefix.endsWith(':')) store.damage(`${prefix}0`, 'gibberish');
	const member = { userId: friend, guildId: home.id };
	store.put('ref:BCDFGH', { v: 1, at: schedule.time - 40 * dayMs, ...member, why: 'taken' });
	store.put(`notice:${friend}:a-notice`, {
		...{ v: 1, at: schedule.time, ...member },
		notice: { kind: 'stays', purchase: { name: 'Aurora', ending: '0000' } },
	});
	const [claimed] = store.keys('claim:').slice(1);
	store.put('dispute:BCDFGH', {
		...{ v: 1, at: schedule.time, hash: claimed?.slice('claim:'.length), state: 'open', note: '' },
		...{ claimantId: friend, guildId: home.id },
	});
	store.put(`panel:${home.id}:${home.auditChannelId}`, { v: 1, content: { title: 'Hello' } });
	world.newsIn = [home.id];
	const [id = 0] = shop.shelf.versions.keys();
	const batch = { seq: 1, at: schedule.time, news: [{ id }] };
	store.put('news-log', { v: 1, seq: 1, size: 1, batches: [batch] });
	const updates = { channelId: home.auditChannelId, since: 0 };
	store.put(`settings:${home.id}`, { v: 1, itemRoles: {}, categoryRoles: {}, licenceRoles: {}, updates });
	const damaged: string[] = [];
	world.onDamaged = (key) => damaged.push(key);
	const life = new Life(world, 'a process');
	await Promise.all([life.start(), schedule.run(schedule.time + hourMs)]);

	expect(damaged).toContain('claim:0');
	expect(home.members.get(buyer)?.roleIds).toContain(home.buyerRoleId);
	expect(store.read(claimed ?? '')).toMatchObject({ check: { at: expect.any(Number) } });
	expect(store.read('ref:BCDFGH')).toBeUndefined();
	expect(messages.posted.map(({ to }) => to)).toContain(friend);
	const contents = messages.posted.map(({ content }) => content).join();
	for (const sent of ['"kind":"dispute"', '"kind":"panel"', 'update 1']) expect(contents).toContain(sent);
	expect(life.services?.commands.licenceTypes.list()).toEqual(['regular']);
	life.die('over');
});
