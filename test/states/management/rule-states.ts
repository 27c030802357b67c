import { setupConfirmView } from '../../../commands/setup/choice.js';
import { subjectModal, subjectRoleView, subjectView } from '../../../commands/setup/rules.js';
import { maxKeyLength } from '../../../commands/setup/subjects.js';
import { periodKey, ruleKinds } from '../../../src/servers/rule-subject.js';
import { maxOptions } from '../../../src/ui/list.js';
import { many, roleIds } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';

const year2026 = periodKey({ from: Date.UTC(2026, 0), until: Date.UTC(2027, 0) });

/** Adding a role by purchase. */
export const ruleStates: States = (foreign) => {
	const categories = many(maxOptions, (at) => `${at}${foreign.text('Themes', maxKeyLength - 3)}`);
	const names = () => foreign.text('Aurora');
	const keys = { category: categories, licence: categories, date: [], item: many(maxOptions, String) };
	const subject = { kind: 'category', key: foreign.text('Themes', maxKeyLength) } as const;
	return [
		page('setup/add-category', 'A category', subjectView, ['category', categories, names]),
		page('setup/add-item', 'The item of a new role', subjectView, ['item', keys.item, names]),
		page('setup/category-role', 'The role of a category', subjectRoleView, [subject, names]),
		page('setup/item-role', 'The role of an item', subjectRoleView, [{ kind: 'item', key: '7' }, names]),
		page('setup/date-role', 'The role of a year', subjectRoleView, [{ kind: 'date', key: year2026 }, names]),
		page('setup/subject-form', 'The form of *Search*', subjectModal, ['category']),
		page('setup/date-form', 'The form of a period', subjectModal, ['date']),
		page('setup/bad-date', 'The typed days are no period', subjectView, (t) => [
			'date' as const,
			[],
			names,
			`⚠️ **${t('setup.rules.badPeriod', { day: '1/31/2026' })}**`,
			['32.1.2026', ''],
		]),
		page('setup/new-license', 'A license that no purchase has had', subjectRoleView, [
			{ kind: 'licence', key: foreign.text('Team', 40) },
			names,
			'-# No purchase with this license type has been seen yet. Spell it exactly as the shop does.',
		]),
		page('setup/reach', 'How many a rule reaches', setupConfirmView, [
			{
				kind: 'to-confirm',
				change: { what: 'rule', subject, roleId: roleIds.aurora },
				concerns: [],
				digest: 'AbC_-123',
				reach: { reached: 12, buyers: 40, isComplete: true },
			},
		]),
		...variants(
			subjectView,
			ruleKinds.flatMap((kind) => [
				(t) => [kind, [], names, t('setup.rules.noSubject'), ['x'.repeat(41)]] as const,
				() => [kind, keys[kind], names] as const,
				() => [kind, [], names] as const,
			]),
		),
		...variants(
			subjectRoleView,
			ruleKinds.map((kind) => [{ kind, key: kind === 'date' ? year2026 : subject.key }, names]),
		),
		...variants(
			subjectModal,
			pairs(ruleKinds, ['x', 'y'.repeat(20)]).map(([kind, typed]) => [kind, typed, typed]),
		),
	];
};
