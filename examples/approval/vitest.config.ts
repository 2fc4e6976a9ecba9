import { DECORATED, testProject } from '../../vitest.shared.ts';

export default testProject('examples/approval', DECORATED);
