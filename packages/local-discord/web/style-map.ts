import { noChange } from 'lit';
import {
	type AttributePart,
	Directive,
	directive,
	type ElementPart,
	type PartInfo,
	PartType,
} from 'lit/directive.js';

/** Properties by their CSS names, or camel-cased; null and undefined remove one. */
type StyleInfo = Readonly<Record<string, string | number | undefined | null>>;

/**
 * In place of Lit's own directive of this name, for the elements that use it: Lit's writes the first style as an
 * attribute, which the page's Content-Security-Policy rightly refuses. This one sets each property.
 */
class StyleMapDirective extends Directive {
	#known = new Set<string>();

	constructor(partInfo: PartInfo) {
		super(partInfo);
		if (partInfo.type !== PartType.ATTRIBUTE || partInfo.name !== 'style') {
			throw new Error('styleMap belongs into a style attribute');
		}
	}

	render(_style: StyleInfo): unknown {
		return noChange;
	}

	override update(part: AttributePart | ElementPart, [style]: [StyleInfo]): unknown {
		const { style: declaration } = part.element as HTMLElement;
		for (const name of this.#known) if (style[name] == null) declaration.removeProperty(cssName(name));
		this.#known = new Set(Object.keys(style).filter((name) => style[name] != null));
		for (const name of this.#known) declaration.setProperty(cssName(name), String(style[name]));
		return noChange;
	}
}

export const styleMap = directive(StyleMapDirective);

function cssName(name: string): string {
	return name.includes('-') ? name : name.replace(/(?:^(webkit|moz|ms|o)|)(?=[A-Z])/g, '-$&').toLowerCase();
}
