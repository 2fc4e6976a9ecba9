import { testProject } from '../vitest.shared.ts';

export default testProject('drills');
