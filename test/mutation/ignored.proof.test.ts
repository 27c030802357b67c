import { describe, expect, it } from 'vitest';
import { whyIgnored } from './ignored.js';

const text = { type: 'StringLiteral' };
const identifier = (name: string) => ({ type: 'Identifier', name });
const member = (object: object, name: string) => ({
	type: 'MemberExpression',
	object: object as { readonly type: string },
	property: identifier(name),
});

function argumentOf(
	parent: { readonly type: string; readonly callee: { readonly type: string } },
	node = text,
) {
	return whyIgnored({ node, listKey: 'arguments', parentPath: { node: parent, parentPath: null } });
}

describe('which mutants say nothing', () => {
	it('are the texts of errors', () => {
		expect(argumentOf({ type: 'NewExpression', callee: identifier('StoreCorruptError') })).toMatch(
			/operators/,
		);
	});

	it('are what is logged, by whichever logger', () => {
		const warn = member(member({ type: 'ThisExpression' }, 'logger'), 'warn');
		expect(argumentOf({ type: 'CallExpression', callee: warn })).toMatch(/operators/);
		const info = member(identifier('logger'), 'info');
		expect(argumentOf({ type: 'CallExpression', callee: info }, { type: 'ObjectExpression' })).toMatch(
			/operators/,
		);
	});

	it.each([
		[
			'the cause of an error',
			{ type: 'NewExpression', callee: identifier('AppError') },
			{ type: 'ObjectExpression' },
		],
		['what something else is made of', { type: 'NewExpression', callee: identifier('Map') }, text],
		[
			'what is written down',
			{ type: 'CallExpression', callee: member(identifier('outcomes'), 'info') },
			text,
		],
		[
			'another call of a logger',
			{ type: 'CallExpression', callee: member(identifier('logger'), 'child') },
			text,
		],
	])('are not %s', (_, parent, node) => {
		expect(argumentOf(parent, node)).toBeUndefined();
	});

	it('are not texts elsewhere', () => {
		expect(whyIgnored({ node: text, parentPath: null })).toBeUndefined();
	});
});
