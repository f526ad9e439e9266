"""The parts of `attack.py`: a real server to attack, the model that obeys everybody, and the attacks with their benign twins."""
