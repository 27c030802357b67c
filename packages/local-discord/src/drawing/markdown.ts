import type { DrawContext } from './draw-context.js';
import { type Block, type Inline, parseInline, parseMarkdown } from './parse-markdown.js';
import { type Line, type Style, span } from './spans.js';
import { timestampText } from './timestamps.js';
import { wrap } from './wrap.js';

/** Discord's markdown as lines of at most `width` columns. Other text stays as it is. */
export function markdown(text: string, width: number, context: DrawContext): Line[] {
	return parseMarkdown(text).flatMap((block) => drawBlock(block, width, context));
}

/** Discord's markdown within a line. */
export function inlineMarkdown(text: string, context: DrawContext): Line {
	return drawInline(parseInline(text), context);
}

function drawBlock(block: Block, width: number, context: DrawContext): Line[] {
	const { type, depth, content } = block;
	if (type === 'code') return wrap(drawInline(content, context, ['yellow']), width);
	if (type === 'heading') return wrap(drawInline(content, context, ['bold', 'underline']), width);
	if (type === 'small') return wrap(drawInline(content, context, ['dim']), width);
	const line = drawInline(content, context);
	if (type === 'line') return wrap(line, width);
	const isQuote = type === 'quote';
	const lead = isQuote ? '│ ' : `${' '.repeat(depth)}• `;
	const wrapped = wrap(line, Math.max(1, width - lead.length));
	return wrapped.map((part, at) => [
		isQuote ? span(lead, 'dim') : span(at === 0 ? lead : ' '.repeat(lead.length)),
		...part,
	]);
}

const looks: Readonly<Partial<Record<Inline['type'], readonly Style[]>>> = {
	strong: ['bold'],
	em: ['italic'],
	underline: ['underline'],
	strikethrough: ['strikethrough'],
	spoiler: ['inverse'],
	link: ['blue', 'underline'],
};

function drawInline(nodes: readonly Inline[], context: DrawContext, styles: readonly Style[] = []): Line {
	return nodes.flatMap((node): Line => {
		switch (node.type) {
			case 'text':
				return [span(node.text, ...styles)];
			case 'code':
				return [span(node.text, 'yellow')];
			case 'time':
				return [span(timestampText(node.at, node.style, context), ...styles)];
			case 'mention': {
				const name = context.nameOf(node.kind, node.id) ?? 'unknown';
				return [span(`${node.kind === 'channel' ? '#' : '@'}${name}`, 'cyan')];
			}
			case 'command':
				return [span(`/${node.name}`, 'cyan')];
			default:
				return drawInline(node.content, context, [...styles, ...(looks[node.type] ?? [])]);
		}
	});
}
