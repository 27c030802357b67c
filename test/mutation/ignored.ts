/** The part of Babel's path that is used here. */
interface Path {
	readonly node: Node;
	readonly parentPath: Path | null;
	readonly listKey?: string | undefined;
}
interface Node {
	readonly type: string;
	readonly name?: string;
	readonly callee?: Node;
	readonly object?: Node;
	readonly property?: Node;
}

const logLevels = ['debug', 'info', 'warn', 'error', 'fatal'];

/** The reason why a mutant proves nothing about the tests; undefined if there is none. */
export function whyIgnored({ node, parentPath, listKey }: Path): string | undefined {
	if (listKey !== 'arguments' || parentPath === null) return undefined;
	const parent = parentPath.node;
	const { callee } = parent;
	if (isText(node) && parent.type === 'NewExpression' && callee?.name?.endsWith('Error')) {
		return 'What an error says is for operators: the product decides by its class and code';
	}
	const isLogged =
		callee?.type === 'MemberExpression' &&
		logLevels.includes(callee.property?.name ?? '') &&
		/logger$/i.test((callee.object?.property ?? callee.object)?.name ?? '');
	if (parent.type === 'CallExpression' && isLogged) return 'What is logged is for operators';
	return undefined;
}

function isText({ type }: Node): boolean {
	return type === 'StringLiteral' || type === 'TemplateLiteral';
}

/** A plugin in the form that Stryker expects in this file. */
export const strykerPlugins = [
	{ kind: 'Ignore', name: 'for-operators', value: { shouldIgnore: whyIgnored } },
] as const;
