import { rulesExtended, SimpleMarkdown } from 'discord-markdown-parser';
import { type ListNode, listNodes, listText } from './list-rule.js';

/** A node of Discord's markdown. */
export type MarkdownNode =
	| { readonly type: 'text' | 'inlineCode'; readonly content: string }
	| { readonly type: 'codeBlock'; readonly content: string; readonly lang: string }
	| { readonly type: 'strong' | 'em' | 'underline' | 'strikethrough'; readonly content: MarkdownNode[] }
	| { readonly type: 'spoiler' | 'blockQuote' | 'subtext'; readonly content: MarkdownNode[] }
	| { readonly type: 'heading'; readonly level: number; readonly content: MarkdownNode[] }
	| { readonly type: 'url' | 'autolink' | 'link'; readonly content: MarkdownNode[]; readonly target: string }
	| { readonly type: 'user' | 'role' | 'channel'; readonly id: string }
	| { readonly type: 'everyone' | 'here' | 'br' }
	| { readonly type: 'emoji'; readonly name: string }
	| { readonly type: 'timestamp'; readonly timestamp: string; readonly format: string | undefined }
	| { readonly type: 'slashCommand'; readonly fullName: string }
	| { readonly type: 'guildNavigation'; readonly navigation: string }
	| ListNode<MarkdownNode>;

type Rule = (typeof rulesExtended)[string];
type State = Parameters<Rule['match']>[1];

const webAddress = /^https?:\/\//i;
/** Long texts come back on each drawing of their message: this many are kept read. */
const maxKept = 600;
const kept = new Map<string, readonly MarkdownNode[]>();

/** Reads Discord's markdown, of a message or a part of one. What isn't markdown stays text. */
export function parseMarkdown(text: string): readonly MarkdownNode[] {
	return remembered(`b${text}`, () => blocks(text, { inline: true }));
}

/** Reads what stands in one line, such as an embed's title: no headings, lists or quotes. */
export function parseInlineMarkdown(text: string): readonly MarkdownNode[] {
	return remembered(`i${text}`, () => inlines(text, { inline: true }));
}

function remembered(key: string, parse: () => unknown[]): readonly MarkdownNode[] {
	const known = kept.get(key);
	if (known !== undefined) return known;
	const nodes = parse() as MarkdownNode[];
	if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '');
	kept.set(key, nodes);
	return nodes;
}

/** True at the start of a text or after a line break. */
function isLineStart(state: State): boolean {
	return state['prevCapture'] == null || state['prevCapture'][0].endsWith('\n');
}

/** The state for what stands within a block, whose beginning is the beginning of a line, or within a line. */
function within(state: State, isBlock: boolean): State {
	const prevCapture = isBlock ? null : Object.assign([' '], { index: 0, input: ' ' });
	return { ...state, prevCapture } as State;
}

/** The library's own rule, but `**# no heading**`: what it holds doesn't begin a line. */
function inner(rule: Rule | undefined): Rule {
	if (rule === undefined) throw new Error('The parser lacks a rule');
	return {
		...rule,
		parse: (capture, parse, state) => rule.parse(capture, parse, within(state, false)),
	};
}

const ownInline: Readonly<Record<string, Rule>> = {
	...rulesExtended,
	strong: inner(rulesExtended['strong']),
	em: inner(rulesExtended['em']),
	underline: inner(rulesExtended['underline']),
	strikethrough: inner(rulesExtended['strikethrough']),
	spoiler: inner(rulesExtended['spoiler']),
	// Discord links to the web alone; the library would take any scheme.
	link: onlyToTheWeb(inner(rulesExtended['link']), 2),
	autolink: onlyToTheWeb(inner(rulesExtended['autolink']), 1),
	timestamp: {
		order: SimpleMarkdown.defaultRules.strong.order,
		match: (source) => /^<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/.exec(source),
		parse: ([, timestamp, format]) => ({ timestamp, format }),
	},
	// The library's stops at each character that is no Latin letter: a text in Japanese would be a thousand nodes.
	text: {
		order: SimpleMarkdown.defaultRules.text.order,
		match: (source) => /^[\s\S]+?(?=[\\`*_~|<@[\n]|https?:\/\/|$)/.exec(source),
		parse: ([content]) => ({ content }),
	},
};

const ownBlocks: Readonly<Record<string, Rule>> = {
	...ownInline,
	heading: {
		order: SimpleMarkdown.defaultRules.heading.order,
		match: (source, state) => (isLineStart(state) ? /^(#{1,3}) +([^\n]+)(?:\n|$)/.exec(source) : null),
		parse: ([, marks = '', text = ''], parse, state) => ({
			level: marks.length,
			content: parse(text.trim(), within(state, false)),
		}),
	},
	subtext: {
		order: SimpleMarkdown.defaultRules.heading.order,
		match: (source, state) => (isLineStart(state) ? /^-# +([^\n]+)(?:\n|$)/.exec(source) : null),
		parse: ([, text = ''], parse, state) => ({ content: parse(text, within(state, false)) }),
	},
	blockQuote: {
		order: SimpleMarkdown.defaultRules.blockQuote.order,
		match: (source, state) =>
			isLineStart(state) && !state['inQuote']
				? /^(?:>>> ([\s\S]+)|> [^\n]*(?:\n> [^\n]*)*\n?)/.exec(source)
				: null,
		parse: ([all = '', whole], parse, state) => ({
			content: parse(whole ?? all.replace(/^> /gm, '').replace(/\n$/, ''), {
				...within(state, true),
				inQuote: true,
			}),
		}),
	},
	codeBlock: {
		order: SimpleMarkdown.defaultRules.codeBlock.order,
		// The line break after it belongs to it.
		match: (source) => /^```(?:([a-z0-9_+\-.#]+?)\n+)?\n*([\s\S]+?)\n*```\n?/i.exec(source),
		parse: ([, lang = '', content = '']) => ({ lang, content }),
	},
	list: {
		order: SimpleMarkdown.defaultRules.list.order,
		match: (source, state) => (isLineStart(state) ? listText(source) : null),
		parse: ([text = ''], parse, state) => listNodes(text, (line) => parse(line, within(state, false))),
	},
};

// Each emoji is a character of the text here: Discord's pictures of them are not ours to show.
const { twemoji: _t, emoticon: _e, heading: _h, subtext: _s, blockQuote: _b, ...inlineRules } = ownInline;
const { codeBlock: _c, ...lineRules } = inlineRules;
const { twemoji: _bt, emoticon: _be, ...blockRules } = ownBlocks;

const inlines = SimpleMarkdown.parserFor(lineRules);
const blocks = SimpleMarkdown.parserFor(blockRules);

function onlyToTheWeb(rule: Rule, group: number): Rule {
	return {
		...rule,
		match: (source, state, before) => {
			const found = rule.match(source, state, before);
			return found && webAddress.test(found[group] ?? '') ? found : null;
		},
	};
}
