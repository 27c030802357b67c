/** As a shell reports a program that SIGPIPE ended. */
const unreadCode = 141;

type Program = Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exitCode' | 'exit'>;

/**
 * Ends a program silently once its output has no reader left, as in `… | head` (EPIPE) or on a closed terminal
 * (EIO). Keeps its exit code if it had one already.
 *
 * @returns a function that lets the program go on without its output
 */
export function endWhenUnread(program: Program): () => void {
	const end = (): void => void program.exit(program.exitCode ?? unreadCode);
	const streams = [program.stdout, program.stderr];
	for (const stream of streams) stream.on('error', end);
	return () => {
		for (const stream of streams) stream.off('error', end);
	};
}
