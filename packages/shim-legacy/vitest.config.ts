import { DECORATED, testProject } from '../../vitest.shared.ts';

export default testProject('shim-legacy', DECORATED);
