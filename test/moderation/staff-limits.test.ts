import { describe, expect, it } from 'vitest';
import { StaffLimits } from '../../src/moderation/staff-limits.js';
import { createClaimReport } from '../../src/reporting/claim-report.js';
import { Limits } from '../../src/storage/rate-limits.js';
import type { AuditEvent } from '../../src/ui/messages/audit.js';
import { noAlerts } from '../notifications/no-alerts.js';
import { memoryStore } from '../roles/memory-store.js';
import { floor } from '../world/floor.js';

const iris = { guildId: '200000000000000001', userId: '100000000000000001' };
const member = '300000000000000001';
const minute = 60_000;

function setUp() {
	let at = 1_700_000_000_000;
	const lines: AuditEvent[] = [];
	const logged: unknown[] = [];
	const limits = new Limits({ store: memoryStore(), clock: { now: () => at } });
	const staff = new StaffLimits(
		floor({
			limits,
			report: createClaimReport({
				alerts: noAlerts,
				audit: { write: (_, event) => void lines.push(event) },
				logger: { info: () => {}, error: () => {} },
				served: { ids: ['200000000000000001'] },
				statistics: { note: () => {} },
			}),
			logger: { info: (fields: object, message?: string) => void logged.push([message, fields]) },
		}),
	);
	const look = (isMiss: boolean) => staff.limitLookUp(iris, async () => ({ found: 'cases', isMiss }));
	return {
		staff,
		lines,
		logged,
		look,
		start: at,
		pass: (ms: number) => {
			at += ms;
		},
	};
}

describe('how often staff can look things up', () => {
	it('stops after ten codes without a holder, even of a thousand concurrent ones, and reports it to the channel once', async () => {
		const { lines, look, start } = setUp();
		const all = await Promise.all(Array.from({ length: 1_000 }, () => look(true)));
		expect(all.filter((each) => 'found' in each)).toHaveLength(10);
		expect(all.at(-1)).toEqual({ retryAt: start + 10 * minute });
		expect(lines).toEqual([{ kind: 'lookup-limit', userId: iris.userId }]);
	});

	it('stops after thirty in a day', async () => {
		const { look, pass } = setUp();
		let found = 0;
		for (let n = 0; n < 50; n += 1) {
			if ('found' in (await look(true))) found += 1;
			pass(2 * minute);
		}
		expect(found).toBe(30);
	});

	it('does not count codes that are known', async () => {
		const { lines, look } = setUp();
		for (let n = 0; n < 50; n += 1) expect(await look(false)).toEqual({ found: 'cases' });
		expect(lines).toEqual([]);
	});

	it('shows thirty members in ten minutes', async () => {
		const { staff, pass, start } = setUp();
		for (let n = 0; n < 30; n += 1) expect(await staff.whoisRetryAt(iris, member)).toBeUndefined();
		expect(await staff.whoisRetryAt(iris, member)).toBe(start + 10 * minute);
		pass(10 * minute);
		expect(await staff.whoisRetryAt(iris, member)).toBeUndefined();
	});

	it('logs who looked at whom', async () => {
		const { staff, logged } = setUp();
		for (let n = 0; n < 31; n += 1) await staff.whoisRetryAt(iris, member);
		expect(logged).toHaveLength(30);
		expect(logged.pop()).toEqual(['Staff looked at a member’s purchases', { ...iris, memberId: member }]);
		logged.length = 0;
		await staff.reconcileRetryAt(iris, member);
		expect(logged).toEqual([['Staff had a member’s roles looked at', { ...iris, memberId: member }]]);
		await staff.reconcileRetryAt(iris, member);
		expect(logged).toHaveLength(1);
	});

	it('has a member’s roles brought in line once in thirty seconds in a server', async () => {
		const { staff, pass, start } = setUp();
		expect(await staff.reconcileRetryAt(iris, member)).toBeUndefined();
		const colleague = { ...iris, userId: '100000000000000002' };
		expect(await staff.reconcileRetryAt(colleague, member)).toBe(start + minute / 2);
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
