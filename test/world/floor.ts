/** The members of an object that a test gives: of every part those that its subject uses. */
export type Given<Part> = Part extends (...args: never[]) => unknown
	? Part
	: Part extends object
		? { readonly [Member in keyof Part]?: Given<Part[Member]> }
		: Part;

/** Stands for a floor. Whatever its subject uses without its being given fails there. */
export function floor<Floor extends object>(given: Given<NoInfer<Floor>>): Floor {
	return given as unknown as Floor;
}

/** What a test gives of the floor that a class or a function takes. */
export type FloorOf<Part> = Part extends
	| (new (
			floor: infer Floor,
			...more: never[]
	  ) => unknown)
	| ((floor: infer Floor, ...more: never[]) => unknown)
	? Given<Floor>
	: never;
