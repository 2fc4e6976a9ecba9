import { DECORATED, testProject } from '../../vitest.shared.ts';

export default testProject('examples/mistakes', DECORATED);
