/** Debian 12 has glibc 2.36. */
export const debian12 = 36;

/** The newest glibc 2.N whose symbols a program asks for, 0 if it asks for none: their versions stand in it as text. */
export function neededGlibc(program: Buffer): number {
	const found = program.toString('latin1').matchAll(/\bGLIBC_2\.(\d+)/g);
	return Math.max(0, ...[...found].map(([, minor]) => Number(minor)));
}
