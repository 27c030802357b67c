import { describe, expect, it } from 'vitest';
import { StaffLimits } from '../../../src/services/moderation/staff-limits.js';
import { Limits } from '../../../src/storage/rate-limits.js';
import { memoryStore } from '../../roles/memory-store.js';
import { floor } from '../../world/floor.js';

const iris = { guildId: '200000000000000001', userId: '100000000000000001' };
const member = '300000000000000001';
const minute = 60_000;

function setUp() {
	let at = 1_700_000_000_000;
	const reported: unknown[] = [];
	const logged: object[] = [];
	const staff = new StaffLimits(
		floor({
			limits: new Limits({ store: memoryStore(), clock: { now: () => at } }),
			audit: { write: (...event) => void reported.push(event) },
			logger: { info: (fields: object) => void logged.push(fields) },
		}),
	);
	const look = (isMiss: boolean) => staff.limitLookUp(iris, async () => ({ found: 'cases', isMiss }));
	return { staff, reported, logged, look, start: at, pass: (ms: number) => (at += ms) };
}

describe('how often staff can look things up', () => {
	it('stops after ten codes without a holder, even of a thousand concurrent ones, which is reported once', async () => {
		const { reported, look, start } = setUp();
		const all = await Promise.all(Array.from({ length: 1_000 }, () => look(true)));
		expect(all.filter((each) => 'found' in each)).toHaveLength(10);
		expect(all.at(-1)).toEqual({ retryAt: start + 10 * minute });
		expect(reported).toEqual([[iris.guildId, { kind: 'lookup-limit', userId: iris.userId }]]);
	});

	it('stops after thirty codes in a day, of which only those without a holder count', async () => {
		const { reported, look, pass } = setUp();
		for (let n = 0; n < 50; n += 1) expect(await look(false)).toEqual({ found: 'cases' });
		expect(reported).toEqual([]);
		let found = 0;
		for (let n = 0; n < 50; n += 1) {
			if ('found' in (await look(true))) found += 1;
			pass(2 * minute);
		}
		expect(found).toBe(30);
	});

	it('shows thirty members in ten minutes, each of which is logged', async () => {
		const { staff, logged, pass, start } = setUp();
		for (let n = 0; n < 30; n += 1) expect(await staff.whoisRetryAt(iris, member)).toBeUndefined();
		expect(await staff.whoisRetryAt(iris, member)).toBe(start + 10 * minute);
		expect(logged).toEqual(Array(30).fill({ ...iris, memberId: member }));
		pass(10 * minute);
		expect(await staff.whoisRetryAt(iris, member)).toBeUndefined();
	});

	it('has a member’s roles brought in line once in thirty seconds in a server', async () => {
		const { staff, logged, pass, start } = setUp();
		expect(await staff.reconcileRetryAt(iris, member)).toBeUndefined();
		const colleague = { ...iris, userId: '100000000000000002' };
		expect(await staff.reconcileRetryAt(colleague, member)).toBe(start + minute / 2);
		expect(logged).toEqual([{ ...iris, memberId: member }]);
		expect(await staff.reconcileRetryAt({ ...iris, guildId: '200000000000000002' }, member)).toBeUndefined();
		pass(minute / 2);
		expect(await staff.reconcileRetryAt(iris, member)).toBeUndefined();
	});

	it('has a claim checked once in ten minutes, and again immediately if the shop could not be reached', async () => {
		const { staff, start } = setUp();
		const check = (kind: string) => staff.limitCheck('ab', async () => ({ kind }));
		expect(await check('uncheckable')).toEqual({ kind: 'uncheckable' });
		expect(await check('valid')).toEqual({ kind: 'valid' });
		expect(await check('valid')).toEqual({ kind: 'too-soon', retryAt: start + 10 * minute });
	});
});
