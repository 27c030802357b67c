import { describe, expect, it } from 'vitest';
import { auditGrouping, type Fold } from '../../../src/discord/channels/audit-lane.js';
import type { AuditEvent } from '../../../src/messages/audit.js';

const second = 1_000;

function verified(n: number, itemName = 'Aurora'): AuditEvent {
	return { kind: 'verified', userId: `member ${n}`, hash: `hash ${n}`, itemName, returning: false };
}

/** Adds `count` lines, one every `everyMs`, and returns the line that contains the last one. */
function take(
	grouping: ReturnType<typeof auditGrouping>,
	count: number,
	{ from = 0, everyMs = second } = {},
): Fold | undefined {
	let fold: Fold | undefined;
	for (let n = 0; n < count; n += 1) {
		const taken = grouping(verified(from / second + n), from + n * everyMs);
		if (taken?.kind === 'verified') fold = undefined;
		if (taken?.kind === 'fold') fold = taken;
		// A sent line is no longer waiting.
		if (fold !== undefined) fold.isWaiting = false;
	}
	return fold;
}

describe('verifications in quick succession', () => {
	it('share one line while they continue, with the number of minutes', () => {
		const grouping = auditGrouping();
		const fold = take(grouping, 130);
		expect(fold?.event()).toMatchObject({ kind: 'verified-many', count: 125, minutes: 3 });
	});

	it('continue in a new line after ten minutes', () => {
		const grouping = auditGrouping();
		const first = take(grouping, 600);
		expect(first?.event()).toMatchObject({ count: 595, minutes: 10 });
		const second_ = take(grouping, 7, { from: 600 * second });
		expect(second_?.event()).toMatchObject({ count: 2, minutes: 1 });
	});

	it('of the same purchase count once', () => {
		const grouping = auditGrouping();
		const fold = take(grouping, 7);
		grouping(verified(6), 7 * second);
		expect(fold?.event()).toMatchObject({ count: 2, items: [{ name: 'Aurora', count: 2 }] });
	});

	it('never share a line if they are far apart', () => {
		expect(take(auditGrouping(), 20, { everyMs: 13 * second })).toBeUndefined();
	});
});

describe('codes of one member', () => {
	const one = { userId: 'one' };

	it.each(['uncheckable', 'invalid'] as const)(
		'share one line if they are %s, from the first one on',
		(reason) => {
			const grouping = auditGrouping();
			const [fold, ...rest] = Array.from({ length: 8 }, (_, n) => {
				const taken = grouping({ ...refused(n, reason), ...one }, n * second);
				if (n === 0) expect(taken?.kind === 'fold' && taken.event()).toMatchObject({ reference: 'BCD-FGH' });
				return taken;
			});
			// Later codes are added to the queued line.
			expect(rest).toEqual(rest.map(() => undefined));
			expect(fold?.kind === 'fold' && fold.event()).toMatchObject({
				...{ kind: 'refused-many', count: 8, userIds: ['one'], of: reason },
			});
			const other = grouping(refused(1, reason), 9 * second);
			expect(other?.kind === 'fold' && other.event()).toMatchObject({ kind: 'refused', userId: 'member 1' });
		},
	);

	it('share one line if they were verified before, but have separate lines the first time', () => {
		const grouping = auditGrouping();
		const taken = [1, 1, 2].map((n) => {
			const again = grouping({ ...verified(n), ...one, returning: true } as AuditEvent, n * second);
			if (again?.kind === 'fold') again.isWaiting = false;
			return again?.kind === 'fold' ? again.event() : again;
		});
		expect(taken.map((event) => event?.kind)).toEqual(['verified', 'verified', 'verified-many']);
		expect(taken.at(-1)).toMatchObject({ count: 2, userIds: ['one'] });
		expect(auditGrouping()({ ...verified(3), ...one } as AuditEvent, 0)?.kind).toBe('verified');
	});
});

function refused(n: number, reason: 'uncheckable' | 'invalid') {
	const reference = `BCD-FG${'HJKLMNPQRSTVWXZBCDFG'[n]}`;
	return { kind: 'refused', userId: `member ${n}`, reason, reference } as const;
}
