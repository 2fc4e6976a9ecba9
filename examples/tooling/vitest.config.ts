import { testProject } from '../../vitest.shared.ts';

// Most of a test is a tool that runs in a process of its own, and waits for its turn.
export default testProject('examples/tooling', { testTimeout: 180_000 });
