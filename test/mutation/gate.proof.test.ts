import { describe, expect, it } from 'vitest';
import { complaints, type Pardon, type RoomResult, type Survivor } from './gate.js';

const survivor: Survivor = {
	file: 'src/roles/drift.ts',
	line: 'if (count > 0) return;',
	mutator: 'EqualityOperator',
	original: 'count > 0',
	replacement: 'count >= 0',
};
const { file, ...mutant } = survivor;
const pardon: Pardon = { reason: 'The count is never 0 there', file, mutants: [mutant] };
const passing: RoomResult = { killed: 9, survivors: [survivor] };

describe('the gate of the mutation score', () => {
	it('lets a room pass at nine in ten, where the tenth is listed', () => {
		expect(complaints(passing, [pardon])).toEqual([]);
	});

	it('fails below that, whatever is listed', () => {
		expect(complaints({ ...passing, killed: 8 }, [pardon])).toEqual([
			'The score is 88.9 %, and 90 % is the least',
		]);
	});

	it('fails where nothing was mutated', () => {
		expect(complaints({ killed: 0, survivors: [] }, [])).toEqual([
			'The score is 0.0 %, and 90 % is the least',
		]);
	});

	it('fails for a survivor that is not listed, however good the score is', () => {
		const other = { ...survivor, replacement: 'count < 0' };
		const found = complaints({ killed: 1_000, survivors: [survivor, other] }, [pardon]);
		expect(found).toHaveLength(1);
		expect(found[0]).toContain('not listed: src/roles/drift.ts');
		expect(found[0]).toContain('count < 0');
	});

	it.each([
		['file', 'src/roles/grant.ts'],
		['line', 'if (count > 0 || isIdle) return;'],
		['mutator', 'ConditionalExpression'],
		['original', 'count > 1'],
		['replacement', 'true'],
	] as const)(
		'takes a pardon for the mutant alone that it names: another %s is another mutant',
		(key, value) => {
			expect(complaints({ killed: 9, survivors: [{ ...survivor, [key]: value }] }, [pardon])).toHaveLength(2);
		},
	);

	it('fails for a pardon whose mutant is dead or gone', () => {
		const found = complaints({ killed: 10, survivors: [] }, [pardon]);
		expect(found).toHaveLength(1);
		expect(found[0]).toContain('did not survive: src/roles/drift.ts');
	});

	it('fails for a pardon without a reason', () => {
		expect(complaints(passing, [{ ...pardon, reason: ' ' }])).toEqual([
			'Listed without a reason in src/roles/drift.ts',
		]);
	});
});
